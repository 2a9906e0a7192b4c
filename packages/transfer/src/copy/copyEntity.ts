/** Copies one entity with its attributes: looks what is there, compares, and writes what is missing. */
import { ApiError } from '@greenwave/client/callErrors'
import type { ValueOwnerType } from '@greenwave/contract/wire/attributes'
import type { EntityRef } from '@greenwave/contract/wire/ids'
import type { EntryOutcome } from '../entryImport.ts'
import { compareValues, NO_VALUES } from './compareValues.ts'
import type { CopyContext } from './copyContext.ts'

interface Entity {
  readonly id: EntityRef
}

/** How entities of one kind are found, compared and written. `there` is the one that the other platform has. */
export interface EntityCopier<Row extends Entity> {
  /** As what it has attributes that are copied; left out: it has none. */
  readonly owner?: ValueOwnerType
  /** Looks for the entity of the same name. */
  readonly find: (row: Row) => Promise<Match | undefined>
  readonly create: (row: Row) => Promise<Entity>
}

/** An entity of the same name on the other platform. */
export interface Match extends Entity {
  /** The fields in which it differs. */
  readonly fields: readonly string[]
  /** Makes these fields as they are to be. */
  replace(): Promise<unknown>
}

/** Copies one entity. Nothing is written to one that differs, unless it is to be overwritten. */
export async function copyEntity<Row extends Entity>(
  context: CopyContext,
  { owner, find, create }: EntityCopier<Row>,
  row: Row,
): Promise<EntryOutcome> {
  const { ids, isDryRun, isOverwriting } = context
  const there = await find(row)
  if (there && !ids.add(row.id.id, there.id.id)) {
    return { state: 'failed', why: 'another one of the same name was copied before: rename one of both' }
  }
  const values = owner ? await compareValues(context, owner, row.id.id, there?.id.id) : NO_VALUES
  const fields = [...(there?.fields ?? []), ...values.differing]
  if (fields.length > 0 && !isOverwriting) return { state: 'conflict', fields }
  if (isDryRun) {
    if (!there) ids.add(row.id.id, row.id.id)
  } else {
    const { id } = there ?? (await create(row))
    ids.add(row.id.id, id.id)
    if (there && there.fields.length > 0) await there.replace()
    await values.write(id.id)
  }
  if (fields.length > 0) return { state: 'updated' }
  return { state: there && values.missing.length === 0 ? 'same' : 'created' }
}

const NOT_FOUND = 404

/** Result of a call; undefined if the entity does not exist. */
export async function ifFound<T>(finding: Promise<T>): Promise<T | undefined> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_FOUND) return undefined
    throw error
  }
}
