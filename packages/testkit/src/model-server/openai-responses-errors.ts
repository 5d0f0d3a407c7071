/** The errors of OpenAI Responses: a refusal before the answer begins, or a failure in the middle of a stream. */
import type { ErrorFault, ModelError } from '../scenario/index.ts';
import type { HttpAnswer } from './rendering.ts';

interface ErrorShape {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

const INVALID = 'invalid_request_error';

const ERRORS: Readonly<Record<ModelError, ErrorShape>> = {
  auth: { status: 401, type: INVALID, code: 'invalid_api_key', message: 'Incorrect API key provided.' },
  forbidden: { status: 403, type: INVALID, code: 'forbidden', message: 'Your API key may not use this resource.' },
  'model-not-found': { status: 404, type: INVALID, code: 'model_not_found', message: 'The model does not exist.' },
  'rate-limit': {
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached, slow down.',
  },
  quota: {
    status: 429,
    type: 'usage_limit_reached',
    code: null,
    message: 'The usage limit has been reached',
    fields: { plan_type: 'plus', resets_at: 4_102_444_800 },
    headers: {
      'x-codex-primary-used-percent': '100',
      'x-codex-primary-window-minutes': '300',
      'x-codex-primary-reset-at': '4102444800',
    },
  },
  billing: {
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota.',
  },
  overloaded: { status: 503, type: 'server_error', code: 'server_is_overloaded', message: 'Overloaded' },
  unavailable: { status: 503, type: 'server_error', code: null, message: 'The service is unavailable.' },
  'server-error': { status: 500, type: 'server_error', code: null, message: 'Internal server error' },
  'context-length': {
    status: 400,
    type: INVALID,
    code: 'context_length_exceeded',
    message: 'Your input exceeds the context window of this model.',
  },
  'bad-request': { status: 400, type: INVALID, code: null, message: 'The request cannot be read.' },
};

export function renderError(fault: Omit<ErrorFault, 'kind' | 'times'>, id: string): HttpAnswer {
  const { status, type, code, message, fields, headers } = ERRORS[fault.error];
  return {
    status,
    headers: {
      'content-type': 'application/json',
      'x-request-id': `req_${id}`,
      ...headers,
      ...(fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) }),
      ...fault.headers,
    },
    body: JSON.stringify({ error: { message: fault.message ?? message, type, param: null, code, ...fields } }),
  };
}

/** The same failure in the form of a stream's end. */
export function failureOf(error: ModelError): { readonly code: string; readonly message: string } {
  const { code, type, message } = ERRORS[error];
  return { code: code ?? type, message };
}
