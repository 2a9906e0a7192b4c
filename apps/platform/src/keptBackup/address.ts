import { isAbsolute, resolve } from 'node:path'
import { type BackupAddress, type Target, withinTime } from './target.ts'

/** Form of an address, for `--help` and errors. */
export const BACKUP_ADDRESS_FORM =
  'give a folder, sftp://user@host/folder or s3://key:secret@host/bucket (s3+http:// without TLS; in a secret %2F for / and %25 for %)'

const SAFE_HOST = /^[A-Za-z0-9[\]:.-]+$/

/** Parses an address; undefined for text in any other form. `shown` has no password. */
export function parseBackupAddress(text: string): BackupAddress | undefined {
  if (!/^[a-z0-9+]+:\/\//i.test(text)) return text.trim() === '' ? undefined : folderOf(text)
  const url = URL.parse(text)
  if (url === null || url.hash !== '' || !SAFE_HOST.test(url.hostname)) return undefined
  try {
    if (url.protocol === 'sftp:') return sftpOf(url)
    return url.protocol === 's3:' || url.protocol === 's3+http:' ? s3Of(url) : undefined
  } catch (error) {
    // A % that is not the beginning of a character.
    if (error instanceof URIError) return undefined
    throw error
  }
}

function folderOf(text: string): BackupAddress {
  const path = isAbsolute(text) ? text : resolve(text)
  return { kind: 'folder', path, shown: path }
}

function sftpOf({ username, hostname, port, pathname, searchParams }: URL): BackupAddress | undefined {
  const path = decodeURIComponent(pathname)
  const user = decodeURIComponent(username)
  // A line break would be a command of its own for sftp, and a dash at the beginning an option.
  const isUsable = [path, user].every((part) => /^[^\p{Cc}"\\]*$/u.test(part)) && !/^-/.test(user || hostname)
  if (path.length < 2 || !isUsable) return undefined
  const host = user === '' ? hostname : `${user}@${hostname}`
  return {
    ...{ kind: 'sftp', host, port: port || '22', path: path.replace(/\/$/, '') },
    identity: searchParams.get('identity') ?? undefined,
    knownHosts: searchParams.get('known_hosts') ?? undefined,
    shown: `sftp://${host}${port === '' ? '' : `:${port}`}${path}`,
  }
}

function s3Of({ protocol, username, password, host, pathname, searchParams }: URL): BackupAddress | undefined {
  const [bucket = '', ...folders] = pathname.slice(1).split('/').filter(Boolean)
  if (username === '' || password === '' || bucket === '') return undefined
  return {
    kind: 's3',
    endpoint: `${protocol === 's3:' ? 'https' : 'http'}://${host}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    shown: `${protocol}//${host}${pathname}`,
  }
}

/** Opens a target. Only the kind that is used is loaded. */
export async function openTarget(address: BackupAddress, callMs?: number): Promise<Target> {
  const open = async (): Promise<Target> => {
    if (address.kind === 'folder') return (await import('./folderTarget.ts')).createFolderTarget(address.path)
    if (address.kind === 'sftp') return (await import('./sftpTarget.ts')).createSftpTarget(address)
    return (await import('./s3Target.ts')).createS3Target(address)
  }
  return withinTime(await open(), address.shown, callMs)
}
