import { S3mini } from 's3mini'
import { type BackupAddress, MOST_OBJECT_BYTES, type Target, TargetFailed } from './target.ts'

const SILENT = { info() {}, warn() {}, error() {} }
const ABORT_MS = 60_000
const MOST_LISTED = 1_000_000

/** Creates the target of a bucket. */
export function createS3Target(address: Extract<BackupAddress, { kind: 's3' }>): Target {
  const { endpoint, prefix, region, accessKeyId, secretAccessKey, shown } = address
  const bucket = new S3mini({
    ...{ endpoint, region, accessKeyId, secretAccessKey },
    requestAbortTimeout: ABORT_MS,
    logger: SILENT,
  })
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof TargetFailed) throw error
      throw new TargetFailed(`the backup in ${shown} failed (${reasonOf(error)})`, fixOf(error), { cause: error })
    }
  }
  return {
    put: (name, bytes) =>
      failing(async () => {
        await bucket.putObject(prefix + name, bytes)
      }),
    get: (name) =>
      failing(async () => {
        const response = await bucket.getObjectResponse(prefix + name)
        if (response === null) return undefined
        if (Number(response.headers.get('content-length') ?? 0) > MOST_OBJECT_BYTES) {
          await response.body?.cancel()
          throw new TargetFailed(`${name} in ${shown} is not a part of a backup`, 'move it away')
        }
        return new Uint8Array(await response.arrayBuffer())
      }),
    list: (folder) =>
      failing(async () => {
        const found = (await bucket.listObjects('/', `${prefix}${folder}/`, MOST_LISTED)) ?? []
        return found.map(({ Key }) => Key.slice(Key.lastIndexOf('/') + 1))
      }),
    remove: (names) =>
      failing(async () => {
        if (names.length > 0) await bucket.deleteObjects(names.map((name) => prefix + name))
      }),
    close() {},
  }
}

/** Returns the reason without address and keys. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason'
  const { status, serviceCode } = error as Error & { status?: number; serviceCode?: string }
  if (status !== undefined) return [status, serviceCode].filter(Boolean).join(' ')
  const cause: unknown = error.cause
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message.slice(0, 200)
}

function fixOf(error: unknown): string {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 403) return 'see that the key may read, write, list and delete in this bucket'
  if (status === 404) return 'make the bucket, or name another'
  if (status === 507) return 'make room there, or lower GREENWAVE_BACKUP_LIMIT'
  return 'see that this machine reaches the server'
}
