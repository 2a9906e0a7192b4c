/** @file Compares the shape of two answers: their members and the kinds of their values, not the values. */

type Members = Readonly<Record<string, unknown>>

/**
 * Returns where an answer has another shape than the expected one, as `path: what it is, not what it should be`. Of a
 * list each item must have the shape of one of the expected items. A record of an action is compared with those of the
 * same action on the same type of entity, and passes if there are none.
 */
export function shapeDifferences(expected: unknown, answer: unknown, path = ''): string[] {
  const [kind, wanted] = [kindOf(answer), kindOf(expected)]
  if (kind !== wanted) return [`${path}: ${kind}, not ${wanted}`]
  if (Array.isArray(expected) && Array.isArray(answer)) return itemDifferences(expected, answer, path)
  if (kind !== 'object') return []
  const [members, wantedMembers]: [Members, Members] = [Object(answer), Object(expected)]
  return Object.keys({ ...wantedMembers, ...members }).flatMap((name) =>
    shapeDifferences(wantedMembers[name], members[name], `${path}.${name}`),
  )
}

function itemDifferences(expected: readonly unknown[], answer: readonly unknown[], path: string): string[] {
  if ((expected.length === 0) !== (answer.length === 0)) {
    return [`${path}: ${answer.length} items, not ${expected.length}`]
  }
  const found = answer.flatMap((item) => {
    const alike = expected.filter((one) => actionOf(one) === actionOf(item))
    const all = alike.map((one) => shapeDifferences(one, item, `${path}[]`))
    return all.sort((a, b) => a.length - b.length)[0] ?? []
  })
  return [...new Set(found)]
}

/** Returns what a record of the audit log is about, and the same text for all that is none. */
function actionOf(item: unknown): string {
  const { actionType, entityId }: { actionType?: string; entityId?: { entityType?: string } } = Object(item)
  return actionType === undefined ? '' : `${actionType} ${entityId?.entityType}`
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}
