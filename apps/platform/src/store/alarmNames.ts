import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import type { EntityRef } from '@greenwave/contract/wire/ids'
import { ORIGINATORS, selectNames } from './alarmOriginators.ts'
import { createFinder } from './entityBody.ts'
import type { EntityStatements } from './entityStatements.ts'

/** The names that lists and acts add to an alarm. */
export type AlarmNames = Pick<AlarmInfo, 'originatorName' | 'originatorLabel' | 'originatorDisplayName' | 'assignee'>

/** The parts of a user that name them. */
export interface PersonName {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string
}

/** Whom an alarm names. */
interface Named {
  readonly originator: { readonly entityType: string; readonly id: string }
  readonly assigneeId?: EntityRef | null | undefined
}

/** Creates a function that returns the name of a user; undefined for no user. */
export function createPersonNames(db: EntityStatements): (userId: string | undefined) => PersonName | undefined {
  const find = createFinder<Partial<PersonName> & { readonly email: string }>(db, 'SELECT body FROM users WHERE id = ?')
  return (userId) => {
    const user = userId === undefined ? undefined : find(userId)
    return user && { firstName: user.firstName ?? null, lastName: user.lastName ?? null, email: user.email }
  }
}

/** Creates a function that returns the names for an alarm, as they are now. */
export function createAlarmNames(db: EntityStatements): (alarm: Named) => AlarmNames {
  const statements = {
    DEVICE: db.prepare(selectNames('DEVICE')),
    ASSET: db.prepare(selectNames('ASSET')),
    CUSTOMER: db.prepare(selectNames('CUSTOMER')),
  }
  const isKind = (kind: string): kind is keyof typeof ORIGINATORS => kind in ORIGINATORS
  const personName = createPersonNames(db)
  return ({ originator, assigneeId }) => {
    const row = isKind(originator.entityType) ? statements[originator.entityType].get(originator.id) : undefined
    const [name, label] = row ? [String(row.name), String(row.label)] : [null, null]
    const person = personName(assigneeId?.id)
    return {
      originatorName: name,
      originatorLabel: label,
      originatorDisplayName: label,
      assignee: person && assigneeId ? { id: assigneeId, ...person } : null,
    }
  }
}
