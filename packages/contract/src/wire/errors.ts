import * as z from 'zod/mini'

/** Every error that the platform sends, with its number on the wire and its HTTP status. */
export const ERRORS = {
  general: { errorCode: 2, status: 500 },
  authentication: { errorCode: 10, status: 401 },
  tokenExpired: { errorCode: 11, status: 401 },
  credentialsExpired: { errorCode: 15, status: 401 },
  permissionDenied: { errorCode: 20, status: 403 },
  badRequest: { errorCode: 31, status: 400 },
  itemNotFound: { errorCode: 32, status: 404 },
  tooManyRequests: { errorCode: 33, status: 429 },
  tooManyUpdates: { errorCode: 34, status: 429 },
  versionConflict: { errorCode: 35, status: 409 },
  entitiesLimitExceeded: { errorCode: 41, status: 403 },
  passwordViolation: { errorCode: 45, status: 401 },
  maintenance: { errorCode: 2, status: 503 },
  database: { errorCode: 46, status: 500 },
} as const
export type ErrorName = keyof typeof ERRORS

/** The JSON body of most errors. Many calls below `/api/plugins/telemetry` send plain text instead. */
export const ErrorBody = z.looseObject({
  status: z.number(),
  message: z.string(),
  errorCode: z.number(),
  timestamp: z.number(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** Error messages that several parts of the platform send. */
export const MESSAGES = {
  permissionDenied: "You don't have permission to perform this operation!",
  authenticationFailed: 'Authentication failed',
  invalidCredentials: 'Invalid username or password',
  accountNotActive: 'User account is not active',
  accountLocked: 'User account is locked due to security policy',
  tokenExpired: 'Token has expired',
  tokenOutdated: 'Token is outdated',
  itemNotFound: "Requested item wasn't found!",
} as const
