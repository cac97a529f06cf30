import { send } from '../api/client';

/** Saves bytes of an address that needs the session (a plain link would show errors as a page). */
export async function download(path: string, filename: string): Promise<void> {
  const response = await send(path, { headers: { Accept: '*/*' } });
  saveBlob(await response.blob(), filename);
}

/** Saves a text that the page made itself. */
export const saveText = (text: string, filename: string, type: string): void =>
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), filename);

function saveBlob(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
