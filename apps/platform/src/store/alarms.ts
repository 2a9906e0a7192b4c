import { foldText } from '@greenwave/contract/text'
import type { Alarm, AlarmSeverity, AlarmStatus } from '@greenwave/contract/wire/alarms'
import { NULL_UUID } from '@greenwave/contract/wire/ids'
import { FairPlaces } from '../limits/fairPlaces.ts'
import { LIMITS } from '../limits/limits.ts'
import { createAlarmCommentRepository } from './alarmComments.ts'
import { createAlarmNames } from './alarmNames.ts'
import { type AlarmRead, createAlarmReads } from './alarmReads.ts'
import { bodyText, createFinder } from './entityBody.ts'
import type { EntityDatabase } from './entityDatabase.ts'
import { StoreFull } from './recordedDatabase.ts'
import type { AlarmFilter, AlarmSearchField, JsonText, OfOriginators, PageLink } from './store.ts'
import { orderKey } from './textOrder.ts'
import { Turns } from './turns.ts'

const ACTIVE: ReadonlySet<AlarmStatus> = new Set(['ACTIVE_UNACK', 'ACTIVE_ACK'])

/**
 * Creates the repository of alarms. Active alarms are in memory and on the disk, cleared ones on the disk only. An
 * originator has at most one active alarm of a type. Lists are JSON text; each names the user who asks, because users
 * take turns in reading from the disk.
 */
export function createAlarmRepository(database: EntityDatabase) {
  const { db, transaction } = database
  const namesOf = createAlarmNames(db)
  const fromMemory = createAlarmReads(db)
  const turns = new Turns()
  const places = new FairPlaces({
    what: 'lists of past alarms',
    total: LIMITS.pastAlarmReads.value,
    ofOneOwner: LIMITS.pastAlarmReadsOfUser.value,
    waitingOfOneOwner: LIMITS.pastAlarmReadsWaitingOfUser.value,
  })
  const byId = createFinder<Alarm>(db, 'SELECT body FROM alarms WHERE id = ?')
  const active = createFinder<Alarm>(db, 'SELECT body FROM alarms WHERE originator_id = ? AND type = ? AND cleared = 0')
  const countBySeverity = db.prepare(
    'SELECT severity, count(*) AS count FROM alarms WHERE cleared = 0 GROUP BY severity',
  )
  const selectBytes = db.prepare('SELECT bytes FROM active_alarm_bytes')
  const insert = db.prepare(`
    INSERT INTO alarms (id, tenant_id, customer_id, originator_type, originator_id, created_time, type, type_key,
      type_search, assignee_id, start_ts, end_ts, ack_ts, clear_ts, cleared, severity, severity_search, status,
      status_search, body)
    VALUES (:id, :tenantId, :customerId, :originatorType, :originatorId, :createdTime, :type, :typeKey, :typeSearch,
      :assigneeId, :startTs, :endTs, :ackTs, :clearTs, :cleared, :severity, :severitySearch, :status, :statusSearch,
      :body)`)
  const update = db.prepare(`
    UPDATE alarms SET assignee_id = :assigneeId, start_ts = :startTs, end_ts = :endTs, ack_ts = :ackTs,
      clear_ts = :clearTs, cleared = :cleared, severity = :severity, severity_search = :severitySearch,
      status = :status, status_search = :statusSearch, body = :body
    WHERE id = :id`)
  const deleteById = db.prepare('DELETE FROM alarms WHERE id = ?')

  /** Writes, but refuses to let active alarms grow beyond what memory has for them. @throws {StoreFull} */
  const written = (alarm: Alarm, write: () => void): Alarm =>
    transaction(() => {
      const before = Number(selectBytes.get()?.bytes)
      write()
      const bytes = Number(selectBytes.get()?.bytes)
      if (bytes > before && bytes > LIMITS.activeAlarmBytes.value) {
        throw new StoreFull(
          `Active alarms may take ${LIMITS.activeAlarmBytes.value} bytes in all: clear some, or shorten their details, before others are raised.`,
        )
      }
      return alarm
    })

  async function past<T>(query: AlarmRead): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await database.readAlarms(query)))
  }
  /** Reads as `readFor` does, as text. */
  async function textFor(userId: string, query: AlarmRead): Promise<string> {
    const read = await readFor(userId, query)
    return typeof read === 'string' ? read : new TextDecoder().decode(read)
  }
  async function find(id: string): Promise<Alarm | undefined> {
    const known = byId(id)
    if (known) return known
    const cleared = await past<Alarm | null>({ read: 'alarm', id })
    // Clearing it may have failed meanwhile, which made it active again.
    return byId(id) ?? cleared ?? undefined
  }
  /** Reads for a user: at once from memory if only active alarms are requested, otherwise from the disk in turns. */
  async function readFor(userId: string, query: AlarmRead): Promise<string | Uint8Array> {
    const statuses = 'filter' in query ? query.filter.statuses : undefined
    if (statuses?.every((status) => ACTIVE.has(status))) return fromMemory(query)
    const leave = await places.take(userId)
    try {
      return await database.readAlarms(query)
    } finally {
      leave()
    }
  }

  return {
    /** Returns the alarm of this originator and type that is not cleared. */
    active,
    /** Returns the number of alarms that are not cleared, by severity. */
    countActive: () =>
      Object.fromEntries(countBySeverity.all().map(({ severity, count }) => [String(severity), Number(count)])),
    find,
    /**
     * Calls `work` with an alarm as it is in that moment, and resolves with its result. What `work` writes at once is not
     * mixed with other changes of this alarm.
     */
    async change<T>(id: string, work: (alarm: Alarm | undefined) => T): Promise<T> {
      const known = byId(id)
      return known ? work(known) : turns.run(id, async () => work(await find(id)))
    },
    /** Returns an alarm with the names of its originator and assignee. */
    withNames: (alarm: Alarm) => ({ ...alarm, ...namesOf(alarm) }),
    /** Adds an active alarm. @throws {StoreFull} when active alarms take too much memory */
    add: (alarm: Alarm) =>
      written(alarm, () =>
        insert.run({
          ...changing(alarm),
          tenantId: alarm.tenantId.id,
          customerId: alarm.customerId?.id ?? NULL_UUID,
          originatorType: alarm.originator.entityType,
          originatorId: alarm.originator.id,
          createdTime: alarm.createdTime,
          type: alarm.type,
          typeKey: orderKey(alarm.type),
          typeSearch: foldText(alarm.type),
        }),
      ),
    /** Replaces an alarm. @throws {StoreFull} */
    save: (alarm: Alarm) =>
      written(alarm, () => {
        update.run(changing(alarm))
        if (alarm.cleared) database.dropFromMemory(['DELETE FROM alarms WHERE id = ?', [alarm.id.id]])
      }),
    remove(id: string) {
      deleteById.run(id)
    },
    /** Rejects with an error of code PAGE_TOO_LARGE. */
    page: (userId: string, tenantId: string, filter: AlarmFilter, link: PageLink): Promise<JsonText> =>
      readFor(userId, { read: 'page', tenantId, filter, link }),
    /** Resolves with a page of the alarms of some originators. Rejects with an error of code PAGE_TOO_LARGE. */
    async ofOriginators(userId: string, filter: OfOriginators, link: PageLink, searched: readonly AlarmSearchField[]) {
      const text = await textFor(userId, { read: 'ofOriginators', filter, link, searched })
      const [total = ''] = text.split('\n', 1)
      return { total: Number(total), rows: () => rowsOf(text, total.length) }
    },
    /** Resolves with the number of alarms: of a tenant, or of some of its originators. */
    count: async (userId: string, tenantId: string, filter: AlarmFilter & Partial<OfOriginators>) =>
      Number(await textFor(userId, { read: 'count', tenantId, filter })),
    /** Resolves with a page of the types in use. */
    types: (userId: string, tenantId: string, customerId: string | undefined, link: PageLink): Promise<JsonText> =>
      readFor(userId, { read: 'types', tenantId, customerId, link }),
    /** Resolves with the severities that occur among some alarms. */
    async severities(userId: string, tenantId: string, filter: AlarmFilter): Promise<AlarmSeverity[]> {
      return JSON.parse(await textFor(userId, { read: 'severities', tenantId, filter }))
    },
    /** Resolves with the ids of some alarms that are assigned to a user; with none when there are no more. */
    assignedTo: (userId: string) => past<string[]>({ read: 'assignedTo', userId }),
    /** Deletes the alarms of a deleted originator; resolves when they are gone. */
    removeOf: (originatorId: string) => database.removeAlarmsOf(originatorId),
    comments: createAlarmCommentRepository(database),
  }
}

/** Yields the lines after an end of line: the id of an originator, a space, and JSON text. */
function* rowsOf(text: string, endOfLine: number): Generator<{ readonly originatorId: string; readonly json: string }> {
  for (let end = endOfLine; end < text.length; ) {
    const begin = end + 1
    const space = text.indexOf(' ', begin)
    end = text.indexOf('\n', begin)
    if (end < 0) end = text.length
    yield { originatorId: text.slice(begin, space), json: text.slice(space + 1, end) }
  }
}

/** Returns the columns of an alarm that may change. */
function changing(alarm: Alarm) {
  return {
    id: alarm.id.id,
    assigneeId: alarm.assigneeId?.id ?? null,
    startTs: alarm.startTs,
    endTs: alarm.endTs,
    ackTs: alarm.ackTs,
    clearTs: alarm.clearTs,
    cleared: alarm.cleared ? 1 : 0,
    severity: alarm.severity,
    severitySearch: foldText(alarm.severity),
    status: alarm.status,
    statusSearch: foldText(alarm.status),
    body: bodyText('Alarm', alarm),
  }
}
