/** Kind of a controller's message: telemetry and attributes are stored, everything else is a request. */
type MessageKind = 'telemetry' | 'attributes' | 'request'

/**
 * Why a sign-in failed: a wrong password, a wrong code of a second factor, a lock, too many tries, or
 * nothing that the sign-in provider proved.
 */
type SignInFailure = 'password' | 'code' | 'locked' | 'throttled' | 'provider'

/**
 * Counters that the parts of a platform report to. Called thousands of times a second: whoever implements it counts
 * and returns. Times are seconds.
 */
export interface Meter {
  /** A message of a controller was processed, and stored if its kind is; its acknowledgement goes out now. */
  messageDone(kind: MessageKind, bytes: number, seconds: number): void
  /** A message of a controller was dropped or refused for what it holds. */
  messageRefused(): void
  /** A message of a controller could not be stored, and was not acknowledged. */
  messageLost(): void
  /** A CONNECT of a controller was refused. */
  controllerRefused(): void
  /** Values were written to disk. */
  committed(rows: number, seconds: number): void
  /** Values could not be written to disk. */
  commitFailed(): void
  /** A frame, or the last part of one, was handed to a live socket. */
  frameSent(): void
  /** A request over HTTP was answered. */
  answered(status: number, seconds: number): void
  signInFailed(why: SignInFailure): void
}

/** Meter of a platform without metrics. */
export const NO_METER: Meter = {
  messageDone() {},
  messageRefused() {},
  messageLost() {},
  controllerRefused() {},
  committed() {},
  commitFailed() {},
  frameSent() {},
  answered() {},
  signInFailed() {},
}
