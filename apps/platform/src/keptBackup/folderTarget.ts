import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MOST_OBJECT_BYTES, type Target, TargetFailed } from './target.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants
const NEW = /^\.new-/

const FIXES: Readonly<Record<string, string>> = {
  ENOSPC: 'make room there, or lower GREENWAVE_BACKUP_LIMIT',
  EDQUOT: 'raise the quota, or lower GREENWAVE_BACKUP_LIMIT',
  EROFS: 'mount it for writing',
  EACCES: "let Greenwave's account write there",
  EPERM: "let Greenwave's account write there",
  ELOOP: 'a symbolic link is in place of a file: remove it',
  ENOENT: 'see that the folder exists and the share is mounted',
  ENOTDIR: 'a file is in place of a folder: move it away',
}

/** Creates the target of a folder, such as a mounted share. Symbolic links inside it are refused. */
export function createFolderTarget(root: string): Target {
  let opened: Stats | undefined

  /** Checks that the folder is still the same one: under a share that was unmounted is the machine's own disk. */
  async function checkRoot(): Promise<void> {
    const found = await stat(root)
    opened ??= found
    if (found.dev === opened.dev && found.ino === opened.ino && found.isDirectory()) return
    opened = undefined
    throw new TargetFailed(`${root} was unmounted or replaced`, 'see that the share is mounted')
  }
  async function checkFolder(folder: string): Promise<string> {
    const path = join(root, folder)
    await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (!(await lstat(path)).isDirectory()) {
      throw new TargetFailed(`${path} is no folder but a link or a file`, 'remove it')
    }
    return path
  }
  async function folderOf(name: string): Promise<string> {
    await checkRoot()
    return name.includes('/') ? checkFolder(name.slice(0, name.indexOf('/'))) : root
  }
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof TargetFailed) throw error
      const { code = '', message } = error as NodeJS.ErrnoException
      const fix = FIXES[code] ?? 'see that the folder can be read and written'
      throw new TargetFailed(`the backup in ${root} failed (${code || message})`, fix, { cause: error })
    }
  }

  return {
    put: (name, bytes) =>
      failing(async () => {
        const folder = await folderOf(name)
        const unfinished = join(folder, `.new-${randomUUID()}`)
        const handle = await open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)
        try {
          try {
            await handle.writeFile(bytes)
            await handle.sync()
          } finally {
            await handle.close()
          }
          await rename(unfinished, join(root, name))
        } catch (error) {
          await rm(unfinished, { force: true }).catch(() => {})
          throw error
        }
        const directory = await open(folder, O_RDONLY)
        // Some shares cannot sync a folder.
        await directory.sync().catch(() => {})
        await directory.close()
      }),
    get: (name) =>
      failing(async () => {
        await folderOf(name)
        const handle = await open(join(root, name), O_RDONLY | O_NOFOLLOW).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw error
        })
        if (handle === undefined) return undefined
        try {
          const found = await handle.stat()
          if (found.isFile() && found.size <= MOST_OBJECT_BYTES) return await handle.readFile()
          throw new TargetFailed(`${join(root, name)} is not a part of a backup`, 'move it away')
        } finally {
          await handle.close()
        }
      }),
    list: (folder) =>
      failing(async () => {
        const path = await folderOf(`${folder}/`)
        const entries = await readdir(path, { withFileTypes: true })
        // An end in the middle of a put leaves these.
        const left = entries.filter((entry) => entry.isFile() && NEW.test(entry.name))
        for (const { name } of left) await rm(join(path, name), { force: true })
        return entries.filter((entry) => entry.isFile() && !NEW.test(entry.name)).map(({ name }) => name)
      }),
    remove: (names) =>
      failing(async () => {
        for (const name of names) {
          await folderOf(name)
          await rm(join(root, name), { force: true })
        }
      }),
    close() {
      opened = undefined
    },
  }
}
