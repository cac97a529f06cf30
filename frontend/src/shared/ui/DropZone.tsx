import { Button } from '@mantine/core';
import { IconFolder, IconUpload } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';

interface Props {
  /** What may be dropped, as a sentence. */
  children: ReactNode;
  /** Endings of files, for the file dialog: ".bvh,.zip". */
  accept: string;
  onFiles: (files: File[]) => void;
  folder?: boolean;
  label?: string;
}

interface Entry {
  isFile: boolean;
  isDirectory: boolean;
  fullPath: string;
  file?: (done: (file: File) => void, failed: (error: unknown) => void) => void;
  createReader?: () => {
    readEntries: (done: (entries: Entry[]) => void, failed: (e: unknown) => void) => void;
  };
}

async function filesOf(entry: Entry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => entry.file!(done, failed));
    // The picker of folders tells where in the folder a file lies; dropping does so beside the file.
    const path = entry.fullPath.replace(/^\//, '');
    if (path.includes('/')) Object.defineProperty(file, 'webkitRelativePath', { value: path });
    return [file];
  }
  const reader = entry.createReader!();
  const found: File[] = [];
  for (;;) {
    // A reader gives its entries in portions and an empty one at the end.
    const some = await new Promise<Entry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return found;
    for (const inner of some) found.push(...(await filesOf(inner)));
  }
}

async function dropped(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry() as Entry | null);
  if (!entries.some((entry) => entry?.isDirectory)) return [...data.files];
  const found: File[] = [];
  for (const entry of entries) if (entry) found.push(...(await filesOf(entry)));
  return found;
}

/** Files and folders by button or by dropping. Dropping is a second way in; the buttons inside are the first. */
export function DropZone({ children, accept, onFiles, folder, label = 'Files' }: Props) {
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const folders = useRef<HTMLInputElement>(null);
  const take = (input: HTMLInputElement) => {
    if (input.files) onFiles([...input.files]);
    input.value = '';
  };
  return (
    // Dropping is for the mouse; the buttons inside do the same for everybody.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      className={over ? 'drop over' : 'drop'}
      role="group"
      aria-label={label}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        void dropped(e.dataTransfer).then(onFiles);
      }}
    >
      <IconUpload size={22} stroke={1.6} aria-hidden />
      <p>{children}</p>
      <div className="row wrap">
        <Button variant="default" onClick={() => picker.current?.click()}>
          Choose files
        </Button>
        {folder && (
          <Button
            variant="default"
            leftSection={<IconFolder size={15} />}
            onClick={() => folders.current?.click()}
          >
            Choose a folder
          </Button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label="Choose files"
        onChange={(e) => take(e.currentTarget)}
      />
      {folder && (
        <input
          ref={folders}
          type="file"
          multiple
          hidden
          aria-label="Choose a folder"
          {...{ webkitdirectory: '' }}
          onChange={(e) => take(e.currentTarget)}
        />
      )}
    </div>
  );
}
