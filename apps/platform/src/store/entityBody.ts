import type { EntityStatements } from './entityStatements.ts'
import { VersionConflict } from './store.ts'

/**
 * Longest body of an entity, characters. All entities are in memory, and a few descriptions of megabytes would fill it.
 */
export const MAX_BODY_CHARACTERS = 262_144

/** Thrown for an entity whose body is too long. */
export class EntityTooLarge extends Error {
  constructor(kind: string, characters: number) {
    super(
      `${kind} takes ${characters} characters as JSON, at most ${MAX_BODY_CHARACTERS} may be stored: shorten its description or additionalInfo.`,
    )
    this.name = 'EntityTooLarge'
  }
}

/** Returns an entity as it is stored. @throws {EntityTooLarge} */
export function bodyText(kind: string, entity: object): string {
  const text = JSON.stringify(entity)
  if (text.length > MAX_BODY_CHARACTERS) throw new EntityTooLarge(kind, text.length)
  return text
}

/** Returns the entity in a row's `body`. Only the store writes bodies, so their shape is not checked. */
export function parseEntityBody<T>(row: Record<string, unknown>): T {
  return JSON.parse(String(row.body))
}

/** Creates a function that finds one entity by the values of a statement's parameters. */
export function createFinder<T>(db: EntityStatements, sql: string): (...values: string[]) => T | undefined {
  const statement = db.prepare(sql)
  return (...values) => {
    const row = statement.get(...values)
    return row && parseEntityBody<T>(row)
  }
}

/**
 * Returns the version that a save writes: 1 for a new row, otherwise one more than the stored version. Throws
 * VersionConflict when `expectedVersion` is given and differs from the stored one.
 */
export function nextVersion(kind: string, stored: unknown, expectedVersion: number | undefined): number {
  if (stored === undefined) return 1
  if (expectedVersion !== undefined && expectedVersion !== Number(stored)) throw new VersionConflict(kind)
  return Number(stored) + 1
}
