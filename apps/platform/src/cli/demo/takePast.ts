/** @file Stores records of the sample city that are dated before its first start. */
import type { Alarm } from '@greenwave/contract/wire/alarms'
import { entityRef } from '@greenwave/contract/wire/ids'
import type { PastAlarm, PastPart } from '@greenwave/contract/wire/sampleCity'
import { WATCHER_NAME } from '../../access/service.ts'
import { parseTelemetryPayload } from '../../data/values/valueTyping.ts'
import { statusOf } from '../../entities/alarms.ts'
import { newComment, personName } from '../../entities/systemComments.ts'
import type { Platform } from '../../start/platform.ts'

/**
 * Stores a part. Resolves when it is on disk; a part that was stored before changes nothing. No record says that a user
 * wrote it now, and nothing of it is left of an entity that was deleted.
 */
export async function takePast({ store, access }: Pick<Platform, 'store' | 'access'>, part: PastPart): Promise<void> {
  const { owner, values, alarms, userId } = part
  const { id } = owner
  const entity = owner.entityType === 'DEVICE' ? store.devices.byId(id) : store.assets.byId(id)
  const user = store.users.byId(userId)
  if (!entity || !user) return
  const samples = parseTelemetryPayload(values, access.now(), 'strict')
  store.data.makeRoom(
    id,
    'latest',
    samples.map((sample) => sample.values),
  )
  await store.data.saveTelemetry(id, samples)
  for (const past of alarms) {
    if (await store.alarms.find(past.id)) continue
    const alarm = pastAlarm(past, entity)
    store.transaction(() => {
      // One of its type may be active now, so it is never active; saving it takes it out of memory.
      store.alarms.add(alarm)
      store.alarms.save(alarm)
      const notes = [newComment(past.cleared, alarm, null, 'SYSTEM', CLEARED)]
      if (past.acknowledged !== undefined)
        notes.push(newComment(past.acknowledged, alarm, userId, 'SYSTEM', acknowledgedBy(personName(user))))
      for (const note of notes) store.alarms.comments.add(note)
      for (const { id: commentId, at, text } of past.comments)
        store.alarms.comments.add({ ...newComment(at, alarm, userId, 'OTHER', { text }), id: { id: commentId } })
    })
  }
}

type Originator = Pick<Alarm, 'tenantId' | 'customerId'> & { readonly id: Alarm['originator'] }

function pastAlarm(past: PastAlarm, originator: Originator): Alarm {
  const { id, type, severity, raised, began, cleared, acknowledged, details } = past
  const isAcknowledged = acknowledged !== undefined
  return {
    id: entityRef('ALARM', id),
    createdTime: raised,
    tenantId: originator.tenantId,
    customerId: originator.customerId,
    ...{ type, name: type, originator: originator.id, severity, details },
    ...{ acknowledged: isAcknowledged, ackTs: acknowledged ?? 0, cleared: true, clearTs: cleared },
    status: statusOf(true, isAcknowledged),
    ...{ startTs: began, endTs: began, assigneeId: null, assignTs: 0 },
    ...{ propagate: false, propagateToOwner: true, propagateToTenant: false, propagateRelationTypes: [] },
  }
}

const CLEARED = {
  ...{ text: `Alarm was cleared by user ${WATCHER_NAME}`, subtype: 'CLEARED_BY_USER', userName: WATCHER_NAME },
}

function acknowledgedBy(userName: string): object {
  return { text: `Alarm was acknowledged by user ${userName}`, subtype: 'ACKED_BY_USER', userName }
}
