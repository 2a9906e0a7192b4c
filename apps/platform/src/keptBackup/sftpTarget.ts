/**
 * @file Backups on an SFTP server, through the sftp of OpenSSH: keys, known hosts and settings are those of `ssh`. One
 * connection serves many calls (ControlMaster).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BackupAddress, MOST_OBJECT_BYTES, type Target, TargetFailed } from './target.ts'

const MOST_OUTPUT = 33_554_432
const NEW = /^\.new-/

/** Creates the target of an SFTP server. */
export function createSftpTarget(address: Extract<BackupAddress, { kind: 'sftp' }>): Target {
  const { host, port, path, identity, knownHosts, shown } = address
  const running = new Set<ChildProcess>()
  let folder: string | undefined
  let areFoldersMade = false
  // Only this user may read the folder. A socket's path must be short.
  const ownFolder = (): string => (folder ??= mkdtempSync(join(tmpdir(), 'gw-sftp-')))

  const run = (commands: readonly string[]): Promise<string> => {
    const options = {
      BatchMode: 'yes',
      ConnectTimeout: '15',
      ServerAliveInterval: '10',
      ServerAliveCountMax: '2',
      ControlMaster: 'auto',
      ControlPersist: '90',
      ControlPath: join(ownFolder(), 'c'),
      ...(identity !== undefined && { IdentityFile: identity, IdentitiesOnly: 'yes' }),
      ...(knownHosts !== undefined && { UserKnownHostsFile: knownHosts }),
    }
    const flags = Object.entries(options).map(([name, value]) => `-o${name}=${value}`)
    const child = spawn('sftp', ['-q', '-b', '-', '-P', port, ...flags, host], { stdio: ['pipe', 'pipe', 'pipe'] })
    running.add(child)
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let out = ''
    let problem = ''
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      if (out.length > MOST_OUTPUT) child.kill('SIGKILL')
    })
    child.stderr.on('data', (chunk: Buffer) => {
      problem = (problem + chunk.toString()).slice(-2000)
    })
    child.on('error', (error) => {
      running.delete(child)
      const fix = 'install the OpenSSH client (openssh-client)'
      reject(new TargetFailed(`sftp cannot be run (${error.message})`, fix))
    })
    // The connection that is kept holds the outputs open, so that `close` would come with its end.
    child.on('exit', (code) => {
      running.delete(child)
      child.stdout.destroy()
      child.stderr.destroy()
      if (code === 0) resolve(out)
      else reject(failureOf(shown, problem))
    })
    child.stdin.on('error', () => {})
    child.stdin.end(`${commands.join('\n')}\n`)
    return promise
  }
  const at = (name: string): string => `"${path}/${name}"`
  const makeFolders = async (): Promise<void> => {
    if (areFoldersMade) return
    await run(['objects', 'points'].map((name) => `-mkdir ${at(name)}`))
    areFoldersMade = true
  }

  return {
    async put(name, bytes) {
      await makeFolders()
      const local = join(ownFolder(), randomUUID())
      const unfinished = at(`${name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : ''}.new-${randomUUID()}`)
      try {
        await writeFile(local, bytes, { mode: 0o600 })
        await run([`put -f "${local}" ${unfinished}`, `rename ${unfinished} ${at(name)}`])
      } finally {
        await rm(local, { force: true })
      }
    },
    async get(name) {
      const local = join(ownFolder(), randomUUID())
      try {
        await run([`get ${at(name)} "${local}"`])
        if ((await stat(local)).size <= MOST_OBJECT_BYTES) return await readFile(local)
        throw new TargetFailed(`${name} in ${shown} is not a part of a backup`, 'move it away')
      } catch (error) {
        if (error instanceof NotFound) return undefined
        throw error
      } finally {
        await rm(local, { force: true })
      }
    },
    async list(of) {
      await makeFolders()
      const names = (await run([`cd ${at(of)}`, 'ls -1a'])).split('\n').map((line) => line.trim())
      const left = names.filter((name) => NEW.test(name))
      if (left.length > 0) await run(left.map((name) => `-rm ${at(`${of}/${name}`)}`))
      return names.filter((name) => /^[\w.-]+$/.test(name) && !name.startsWith('.'))
    },
    async remove(names) {
      if (names.length > 0) await run(names.map((name) => `-rm ${at(name)}`))
    },
    close() {
      for (const child of running) child.kill('SIGKILL')
      areFoldersMade = false
      if (folder === undefined) return
      const control = join(folder, 'c')
      spawn('ssh', ['-o', `ControlPath=${control}`, '-O', 'exit', host], { stdio: 'ignore' }).on('error', () => {})
      // The control connection ends by itself when its socket is gone.
      rmSync(folder, { recursive: true, force: true })
      folder = undefined
    },
  }
}

class NotFound extends TargetFailed {}

function failureOf(shown: string, problem: string): TargetFailed {
  const text = problem.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  const described = `the backup to ${shown} failed (${text === '' ? 'sftp was ended' : text})`
  if (/not found|No such file/i.test(problem)) return new NotFound(described, 'make this folder on the server')
  if (/Host key verification/i.test(problem)) {
    return new TargetFailed(described, "add the server's key to known_hosts (ssh-keyscan)")
  }
  if (/Permission denied/i.test(problem)) {
    return new TargetFailed(described, "let the account in with Greenwave's key, and let it write to the folder")
  }
  if (/space|quota/i.test(problem)) {
    return new TargetFailed(described, 'make room there, or lower GREENWAVE_BACKUP_LIMIT')
  }
  return new TargetFailed(described, 'see that this machine reaches the server; try sftp by hand')
}
