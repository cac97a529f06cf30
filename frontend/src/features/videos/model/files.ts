/** What was chosen or dropped, sorted by what it is. Names decide here; the server looks at the bytes. */
const VIDEO = /\.(mp4|m4v|mov|mkv|webm|avi|ts|mts|m2ts|mpg|mpeg|ogv|wmv|flv|3gp)$/i;
const SUBTITLES = /\.(srt|vtt|ass|ssa)$/i;
const TABLE = /\.(csv|tsv|tab|json)$/i;

export const ACCEPT = 'video/*,.mkv,.ts,.mts,.m2ts,.avi,.flv,.ogv,.srt,.vtt,.ass,.ssa,.csv,.tsv,.tab,.json';

export type FileKind = 'video' | 'subtitles' | 'table' | 'other';

export function kindOf(name: string): FileKind {
  if (VIDEO.test(name)) return 'video';
  if (SUBTITLES.test(name)) return 'subtitles';
  return TABLE.test(name) ? 'table' : 'other';
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const stemOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');

/** The video a subtitle file stands beside: same folder, and its name is the video's, perhaps with a language after it
 *  (film.srt, film.en.srt). The longest fitting name wins, so that film.2.srt goes to film.2.mp4. */
export function videoOf(subtitles: string, videos: readonly string[]): string | null {
  const folder = folderOf(subtitles);
  const stem = stemOf(subtitles).toLowerCase();
  const fits = videos.filter((video) => {
    const own = stemOf(video).toLowerCase();
    return folderOf(video) === folder && (stem === own || stem.startsWith(`${own}.`));
  });
  return fits.toSorted((a, b) => b.length - a.length)[0] ?? null;
}
