/** Which entity of one platform is which of the other, since each gives its own ids. */
import { type EntityRef, isAssigned } from '@greenwave/contract/wire/ids'
import { parseExactly } from './exactJson.ts'

/** A copied entity refers to one that was not copied. */
export class NotCopiedError extends Error {
  override readonly name = 'NotCopiedError'
  constructor(what: string) {
    super(`names ${what}, which was not copied: copy that first`)
  }
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** The ids of what was copied. It holds some 300 bytes for each entity. */
export class CopiedIds {
  readonly #targets = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #failed = new Map<string, string>()

  /** Notes what an entity is called there. Returns false, and notes nothing, if another entity was taken to be that one. */
  add(sourceId: string, targetId: string): boolean {
    if (this.#targets.get(sourceId) === targetId) return true
    if (this.#taken.has(targetId)) return false
    this.#targets.set(sourceId, targetId)
    this.#taken.add(targetId)
    this.#failed.delete(sourceId)
    return true
  }

  /** Notes that an entity could not be copied, so that nothing is copied that names it. */
  fail(sourceId: string, name: string): void {
    if (!this.#targets.has(sourceId)) this.#failed.set(sourceId, name)
  }

  /** Returns the id there; undefined for what was not copied. */
  of(sourceId: string): string | undefined {
    return this.#targets.get(sourceId)
  }

  /** Returns the customer there; null for none. @throws {NotCopiedError} for a customer that was not copied */
  customerOf(customerId: EntityRef | null | undefined): EntityRef | null {
    if (!customerId || !isAssigned(customerId)) return null
    const id = this.#targets.get(customerId.id)
    if (id === undefined) throw new NotCopiedError(`the customer ${this.#failed.get(customerId.id) ?? customerId.id}`)
    return { entityType: 'CUSTOMER', id }
  }

  /**
   * Returns a value with the ids there, wherever it names something that was copied, also within texts. What else looks
   * like an id stays.
   * @throws {NotCopiedError} if it names something that could not be copied
   */
  translate(value: unknown): unknown {
    const text = JSON.stringify(value)
    if (text === undefined || text.search(ID) < 0) return value
    return parseExactly(
      text.replace(ID, (id) => {
        const sourceId = id.toLowerCase()
        const failed = this.#failed.get(sourceId)
        if (failed !== undefined) throw new NotCopiedError(failed)
        return this.#targets.get(sourceId) ?? id
      }),
    )
  }
}
