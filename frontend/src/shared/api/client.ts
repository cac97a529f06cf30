/** Thin wrapper over fetch: JSON in and out, CSRF for the session, errors with the server's code and fields. */
import { withLocalTimes } from '../lib/format';

const BASE = '/api/v1';

export type Fields = Record<string, string[]>;

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Fields;
  /** All that the server said, for errors that tell how to go on (the newer draft, for a merge). */
  readonly body: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    detail: string,
    fields: Fields = {},
    body: Record<string, unknown> = {},
  ) {
    super(withLocalTimes(detail));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.body = body;
  }

  get offline(): boolean {
    return this.status === 0;
  }
}

export function cookie(name: string, jar: string = document.cookie): string {
  const hit = jar.split('; ').find((part) => part.startsWith(`${name}=`));
  return hit ? decodeURIComponent(hit.slice(name.length + 1)) : '';
}

function asFields(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => [
      key,
      Array.isArray(text) ? text.map(String) : [String(text)],
    ]),
  );
}

export async function toApiError(response: Response): Promise<ApiError> {
  let body: Record<string, unknown> = {};
  try {
    body = (await response.json()) as Record<string, unknown>;
  } catch {
    // Not ours (a proxy's page): the status says enough.
  }
  const detail = typeof body.detail === 'string' ? body.detail : `The server answered ${response.status}.`;
  const code = typeof body.code === 'string' ? body.code : `http.${response.status}`;
  return new ApiError(response.status, code, detail, asFields(body.fields), body);
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
}

export const apiUrl = (path: string): string =>
  path.startsWith('/api/') || path.startsWith('http') ? path : `${BASE}${path}`;

export async function send(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body, headers = {}, ...rest } = options;
  const isForm = body instanceof FormData;
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', ...headers },
    ...rest,
  };
  const sent = init.headers as Record<string, string>;
  if (method !== 'GET') sent['X-CSRFToken'] = cookie('csrftoken');
  if (body !== undefined) {
    init.body = isForm ? body : JSON.stringify(body);
    if (!isForm) sent['Content-Type'] = 'application/json';
  }
  let response: Response;
  try {
    response = await fetch(apiUrl(path), init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, 'network.offline', 'The server cannot be reached. What you typed is kept.');
  }
  if (!response.ok) throw await toApiError(response);
  return response;
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await send(path, options);
  if (response.status === 204 || response.headers.get('Content-Length') === '0') return undefined as T;
  return (await response.json()) as T;
}

type Rest = Omit<RequestOptions, 'method' | 'body'>;
export const api = {
  get: <T>(path: string, rest: Rest = {}) => request<T>(path, rest),
  post: <T>(path: string, body?: unknown, rest: Rest = {}) =>
    request<T>(path, { ...rest, method: 'POST', body }),
  put: <T>(path: string, body?: unknown, rest: Rest = {}) =>
    request<T>(path, { ...rest, method: 'PUT', body }),
  patch: <T>(path: string, body?: unknown, rest: Rest = {}) =>
    request<T>(path, { ...rest, method: 'PATCH', body }),
  delete: <T>(path: string, rest: Rest = {}) => request<T>(path, { ...rest, method: 'DELETE' }),
  bytes: async (path: string, rest: Rest = {}) =>
    (await send(path, { ...rest, headers: { Accept: '*/*', ...rest.headers } })).arrayBuffer(),
};

/** `?a=1&b=2` from the values that are set. */
export function query(values: Record<string, string | number | boolean | null | undefined>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '' && value !== false)
      params.set(key, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}
