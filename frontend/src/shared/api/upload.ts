import { ApiError, apiUrl, cookie, toApiError } from './client';

interface Options {
  onProgress?: (sent: number) => void;
  signal?: AbortSignal;
}

/** Sends one file and tells how far it is. */
export function upload<T>(
  path: string,
  file: File,
  { fields = {}, ...options }: Options & { fields?: Record<string, string> } = {},
): Promise<T> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file, file.name);
  return uploadForm<T>(path, form, options);
}

/** Sends a form with files and tells how far it is; fetch cannot tell. An aborted transfer rejects with an AbortError. */
export function uploadForm<T>(path: string, form: FormData, options: Options = {}): Promise<T> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const broke = () =>
      reject(new ApiError(0, 'network.offline', 'The connection broke. The file can be sent again.'));
    request.open('POST', apiUrl(path));
    request.setRequestHeader('Accept', 'application/json');
    request.setRequestHeader('X-CSRFToken', cookie('csrftoken'));
    request.upload.onprogress = (event) => onProgress?.(event.loaded);
    request.onerror = broke;
    request.ontimeout = broke;
    request.onabort = () => reject(new DOMException('Given up', 'AbortError'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as T);
      else if (status === 0) broke();
      else void toApiError(new Response(responseText, { status })).then(reject);
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}
