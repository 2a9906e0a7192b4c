/** What the checks say of settings that are sent once more. */
import type { AttributeValues } from '@greenwave/controller/attributes'
import { checkAll } from '@greenwave/controller/checks/all'
import type { Finding } from '@greenwave/controller/checks/finding'
import { type GroupDelivery, groupKeys } from '@greenwave/controller/delivery'

/** The findings in `shared`, which stays as it is, that have to do with what is sent: its own values, and by V8 what they touch. */
export function findingsOfSending(groups: readonly GroupDelivery[], shared: AttributeValues): readonly Finding[] {
  const keys = new Set(groups.flatMap(({ group }) => groupKeys(group)))
  const programs = new Set<number>(groups.map(({ group }) => (group.kind === 'program' ? group.program : 0)))
  const touchesAll = groups.some(({ group }) => group.kind === 'clearance')
  return checkAll(shared).filter(({ check, field, params }) => {
    if (keys.has(field)) return true
    const isOfProgram = check === 'V2' || check === 'V3' || check === 'V4' || check === 'V5'
    return isOfProgram && 'program' in params && (touchesAll || programs.has(params.program))
  })
}
