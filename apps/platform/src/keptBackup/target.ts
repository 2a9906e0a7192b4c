import { StoreRefused } from '../sqlite/storeRefused.ts'
import type { BackupProblem } from './backupStatus.ts'

/** Largest object that is stored or read, bytes. */
export const MOST_OBJECT_BYTES = 67_108_864
/** Longest time for one call of a target, milliseconds. */
const CALL_MS = 60_000

/** Folders of a target. */
type TargetFolder = 'points' | 'objects'

/** Thrown when a target cannot be used. */
export class TargetFailed extends StoreRefused {
  readonly problem: string
  /** What to do. */
  readonly fix: string

  constructor(problem: string, fix: string, options?: ErrorOptions) {
    super(`${problem}: ${fix}.`, options)
    this.name = 'TargetFailed'
    this.problem = problem
    this.fix = fix
  }

  /** Problem and fix, as the status of a backup has them. */
  get status(): BackupProblem {
    return { says: this.problem, fix: this.fix }
  }
}

/** Makes an error that names the database which could not be copied. Errors of a target stay, as they name the target. */
export function copyFailure(error: unknown, name: string): TargetFailed {
  if (error instanceof TargetFailed) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new TargetFailed(`${name} cannot be copied (${reason})`, 'run greenwave doctor', { cause: error })
}

/** Place of the backups that are kept continuously. */
export type BackupAddress = { readonly shown: string } & (
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'sftp'
      /** `user@host`, as OpenSSH takes it. */
      readonly host: string
      readonly port: string
      readonly path: string
      /** Files of OpenSSH: private key and known hosts; undefined: those of the account. */
      readonly identity: string | undefined
      readonly knownHosts: string | undefined
    }
  | {
      readonly kind: 's3'
      /** Address of the bucket. */
      readonly endpoint: string
      /** Beginning of all names, with a slash at its end; empty: none. */
      readonly prefix: string
      readonly region: string
      readonly accessKeyId: string
      readonly secretAccessKey: string
    }
)

/** Storage of backups: a folder, an SFTP server or a bucket. Each call rejects with TargetFailed. */
export interface Target {
  /** Stores an object completely or not at all. The name is a file name, or one in a folder: `objects/…`. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Resolves with undefined for an object that does not exist. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Lists the names in a folder, other users' files included. */
  list(folder: TargetFolder): Promise<string[]>
  remove(names: readonly string[]): Promise<void>
  close(): void
}

/** Makes the calls of a target end in time, whatever it does. `callMs` is short in tests. */
export function withinTime(target: Target, shown: string, callMs = CALL_MS): Target {
  const limited = async <T>(work: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const fix = 'see that it is reachable and quick enough; Greenwave tries again'
      reject(new TargetFailed(`${shown} did not answer for ${Math.ceil(callMs / 1000)} s`, fix))
      // Ends a connection that hangs; the next call opens another.
      target.close()
    }, callMs)
    work.catch(() => {})
    return Promise.race([work, promise]).finally(() => clearTimeout(timer))
  }
  return {
    put: (name, bytes) => limited(target.put(name, bytes)),
    get: (name) => limited(target.get(name)),
    list: (folder) => limited(target.list(folder)),
    remove: (names) => limited(target.remove(names)),
    close: () => target.close(),
  }
}
