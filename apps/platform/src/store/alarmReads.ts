import { createPersonNames } from './alarmNames.ts'
import { createAlarmPages } from './alarmPages.ts'
import type { EntityStatements } from './entityStatements.ts'
import { createListReader, type ListShape } from './listQuery.ts'
import type { AlarmFilter, AlarmSearchField, OfOriginators, PageLink } from './store.ts'
import { foldedPattern } from './textOrder.ts'

/** A question about alarms or their comments. */
export type AlarmRead =
  | { readonly read: 'page'; readonly tenantId: string; readonly filter: AlarmFilter; readonly link: PageLink }
  | { readonly read: 'severities'; readonly tenantId: string; readonly filter: AlarmFilter }
  | { readonly read: 'count'; readonly tenantId: string; readonly filter: AlarmFilter & Partial<OfOriginators> }
  | {
      readonly read: 'ofOriginators'
      readonly filter: OfOriginators
      readonly link: PageLink
      readonly searched: readonly AlarmSearchField[]
    }
  | {
      readonly read: 'types'
      readonly tenantId: string
      readonly customerId: string | undefined
      readonly link: PageLink
    }
  | { readonly read: 'alarm' | 'comment'; readonly id: string }
  | { readonly read: 'comments'; readonly alarmId: string; readonly link: PageLink }
  | { readonly read: 'countOfComments'; readonly alarmId: string }
  | { readonly read: 'assignedTo'; readonly userId: string }

const COMMENT_LIST: ListShape = {
  table: 'alarm_comments',
  columns: 'user_id, body',
  sort: {
    createdTime: 'created_time',
    id: 'id',
    alarmId: 'alarm_id',
    userId: 'user_id',
    type: 'type',
    comment: "body ->> '$.comment'",
  },
  search: [],
  pattern: foldedPattern,
  sequence: 'no',
}
/** Properties by which the list can be sorted, the documented ones first. */
export const COMMENT_SORTS = Object.keys(COMMENT_LIST.sort)

/** Number of a deleted user's alarms that are found at a time. */
const STEP = 100

/**
 * Creates a function that answers a read with JSON text: `null` for an alarm or a comment that does not exist. Alarms of
 * originators are lines of text (`ofOriginators`). It throws PageTooLarge.
 */
export function createAlarmReads(db: EntityStatements): (query: AlarmRead) => string {
  const pages = createAlarmPages(db)
  const personName = createPersonNames(db)
  const unnamed = { firstName: null, lastName: null, email: null }
  const readComments = createListReader(db, COMMENT_LIST, ({ user_id: userId, body }) => {
    const author = typeof userId === 'string' ? personName(userId) : undefined
    return `${String(body).slice(0, -1)},${JSON.stringify(author ?? unnamed).slice(1)}`
  })
  const selectAlarm = db.prepare('SELECT body FROM alarms WHERE id = ?')
  const selectComment = db.prepare('SELECT body FROM alarm_comments WHERE id = ?')
  const countComments = db.prepare('SELECT count(*) AS count FROM alarm_comments WHERE alarm_id = ?')
  const selectAssigned = db.prepare(`SELECT id FROM alarms WHERE assignee_id = ? LIMIT ${STEP}`)

  return (query) => {
    switch (query.read) {
      case 'ofOriginators':
        return pages.ofOriginators(query.filter, query.link, query.searched)
      case 'count':
        return String(pages.count(query.tenantId, query.filter))
      case 'page':
        return pages.page(query.tenantId, query.filter, query.link)
      case 'severities':
        return JSON.stringify(pages.severities(query.tenantId, query.filter))
      case 'types':
        return pages.types(query.tenantId, query.customerId, query.link)
      case 'alarm':
        return bodyOrNull(selectAlarm.get(query.id))
      case 'comment':
        return bodyOrNull(selectComment.get(query.id))
      case 'comments': {
        const { data, ...totals } = readComments([{ sql: 'alarm_id = ?', value: query.alarmId }], query.link)
        return `{"data":[${data.join(',')}],${JSON.stringify(totals).slice(1)}`
      }
      case 'countOfComments':
        return String(Number(countComments.get(query.alarmId)?.count))
      case 'assignedTo':
        return JSON.stringify(selectAssigned.all(query.userId).map(({ id }) => id))
    }
  }
}

const bodyOrNull = (row: Record<string, unknown> | undefined): string => (row === undefined ? 'null' : String(row.body))
