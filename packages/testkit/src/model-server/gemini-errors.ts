/** The errors of Gemini's generateContent: what the service answers to each kind of failure. */
import type { ErrorFault, ModelError } from '../scenario/index.ts';
import type { HttpAnswer } from './rendering.ts';

interface ErrorShape {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details?: readonly unknown[];
}

const PER_DAY = 'GenerateRequestsPerDayPerProjectPerModel';

const ERRORS: Readonly<Record<ModelError, ErrorShape>> = {
  auth: { code: 401, status: 'UNAUTHENTICATED', message: 'The API key is not valid. Pass a valid one.' },
  forbidden: { code: 403, status: 'PERMISSION_DENIED', message: 'Your API key may not use this resource.' },
  'model-not-found': { code: 404, status: 'NOT_FOUND', message: 'models/none is not found for API version v1beta.' },
  'rate-limit': { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted.' },
  quota: {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: 'You exceeded your current quota.',
    details: [{ '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [{ quotaId: PER_DAY }] }],
  },
  billing: { code: 403, status: 'PERMISSION_DENIED', message: 'This API needs billing to be enabled on the project.' },
  overloaded: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' },
  unavailable: { code: 503, status: 'UNAVAILABLE', message: 'The service is currently unavailable.' },
  'server-error': { code: 500, status: 'INTERNAL', message: 'An internal error has occurred.' },
  'context-length': {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'The input token count (1213456) exceeds the maximum number of tokens allowed (1048576).',
  },
  'bad-request': { code: 400, status: 'INVALID_ARGUMENT', message: 'The request cannot be read.' },
};

export function geminiErrorBody(error: ModelError, message?: string, retryAfterS?: number): string {
  const { details = [], ...shape } = ERRORS[error];
  const all = retryAfterS === undefined ? details : [...details, retryInfo(retryAfterS)];
  return JSON.stringify({
    error: { ...shape, ...(message === undefined ? {} : { message }), ...(all.length > 0 ? { details: all } : {}) },
  });
}

function retryInfo(seconds: number): unknown {
  return { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` };
}

export function renderGeminiError(fault: Omit<ErrorFault, 'kind' | 'times'>): HttpAnswer {
  return {
    status: ERRORS[fault.error].code,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...fault.headers },
    body: geminiErrorBody(fault.error, fault.message, fault.retryAfterS),
  };
}
