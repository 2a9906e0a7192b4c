import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Target, TargetFailed } from './target.ts'

const OWNER_FILE = 'greenwave-backup.json'

const Owner = z.object({
  format: z.literal(1),
  installation: z.string(),
  /** Process that writes; changes with each start. */
  writer: z.string(),
})

/** File of a target that shows which installation, and which process of it, keeps its backup there. */
export class TargetOwner {
  readonly #target: Target
  /** The target as errors name it. */
  readonly #shown: string
  readonly #writer = randomUUID()

  constructor(target: Target, shown: string) {
    this.#target = target
    this.#shown = shown
  }

  /**
   * Makes this process the writer. `knownBy` is the file from which this installation knows that its backups are there;
   * false: they need not be.
   * @throws {TargetFailed} when the target belongs to another installation, or lost the backups
   */
  async claim(installation: string, knownBy: string | false): Promise<void> {
    const owner = await this.#read()
    if (owner === undefined && knownBy !== false) {
      const fix = `see that the share is mounted; to begin again there, delete ${knownBy} and restart`
      throw new TargetFailed(`${this.#shown} no longer has the backups of this installation`, fix)
    }
    if (owner !== undefined && owner.installation !== installation) {
      throw new TargetFailed(`${this.#shown} holds backups of another installation`, 'name another place')
    }
    const content = JSON.stringify({ format: 1, installation, writer: this.#writer })
    await this.#target.put(OWNER_FILE, Buffer.from(content))
  }

  /** Refuses to write beside another process, such as that of a restored copy of this installation. */
  async check(): Promise<void> {
    const owner = await this.#read()
    if (owner?.writer === this.#writer) return
    const fix = 'give each its own place in GREENWAVE_BACKUP_TO, then restart this one'
    throw new OwnerChanged(`another Greenwave keeps its backup in ${this.#shown}`, fix)
  }

  async #read(): Promise<z.infer<typeof Owner> | undefined> {
    const bytes = await this.#target.get(OWNER_FILE)
    if (bytes === undefined) return undefined
    let content: unknown
    try {
      content = JSON.parse(new TextDecoder().decode(bytes))
    } catch {
      content = undefined
    }
    const owner = Owner.safeParse(content)
    if (owner.success) return owner.data
    throw new TargetFailed(`${OWNER_FILE} in ${this.#shown} is damaged`, 'delete it, or name another place')
  }
}

/** Thrown when another process took the target over; this one must not write any more. */
export class OwnerChanged extends TargetFailed {}
