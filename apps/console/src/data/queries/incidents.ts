/** Actions on incidents: acknowledge, assign, comment, mute the junction. */
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { JUNCTION_KEYS, type Mute } from '@greenwave/contract/records/watch'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../api.ts'
import { callFleet } from '../fleetApi.ts'

/** Acknowledges an alarm. Returns it as it is then. */
export function acknowledge(alarmId: string): Promise<AlarmInfo> {
  return callFleet('acknowledgeAlarm', { params: { alarmId } })
}

/** Reads an alarm with its details, which do not change while its incident is open. */
export function alarmQuery(alarmId: string) {
  return queryOptions({
    queryKey: ['alarms', 'one', alarmId],
    queryFn: ({ signal }) => callFleet('alarmInfo', { params: { alarmId }, signal }),
  })
}

/** The page sees a danger before the watcher raises its alarm: it is looked for this often, milliseconds. */
const LOOK_EVERY_MS = 5000
/** How many open alarms of a junction are acknowledged at once: more than it has rules. */
const MOST_OPEN = 50

/**
 * Reads the open alarms of a junction that are not acknowledged. The state of the junction is part of the key, so that
 * each change of it reads them again.
 */
export function openAlarmsQuery(junctionId: string, state: string) {
  return queryOptions({
    queryKey: ['alarms', 'open', junctionId, state],
    queryFn: ({ signal }) =>
      callFleet('entityAlarmsV2', {
        params: { entityType: 'DEVICE', entityId: junctionId },
        query: { statusList: 'ACTIVE,UNACK', pageSize: MOST_OPEN, page: 0 },
        signal,
      }),
    select: ({ data }) => data.filter(({ acknowledged, cleared }) => !acknowledged && !cleared),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
  })
}

/** Acknowledges alarms of a junction, one after the other. */
export const acknowledgeMutation = (junctionId: string) =>
  mutationOptions({
    mutationFn: async (alarmIds: readonly string[]) => {
      for (const id of alarmIds) await acknowledge(id)
    },
    onSettled: (_done, _error, _ids, _result, { client }) =>
      client.invalidateQueries({ queryKey: ['alarms', 'open', junctionId] }),
  })

/** Assigns an alarm to a user, or to no user. Returns the updated alarm. */
export const assignMutation = mutationOptions({
  mutationFn: ({
    alarmId,
    userId,
  }: {
    readonly alarmId: string
    readonly userId: string | null
  }): Promise<AlarmInfo> =>
    userId === null
      ? callFleet('unassignAlarm', { params: { alarmId } })
      : callFleet('assignAlarm', { params: { alarmId, userId } }),
})

const serverScope = (entityId: string) => ({ entityType: 'DEVICE', entityId, scope: 'SERVER_SCOPE' }) as const

/** Mutes a junction until a time. */
export const muteMutation = mutationOptions({
  mutationFn: ({ junctionId, mute }: { readonly junctionId: string; readonly mute: Mute }) =>
    callApi('saveAttributes', { params: serverScope(junctionId), body: { [JUNCTION_KEYS.mute]: mute } }),
})

/** Ends the mute of a junction. */
export function unmute(junctionId: string): Promise<unknown> {
  return callApi('deleteAttributes', { params: serverScope(junctionId), query: { keys: JUNCTION_KEYS.mute } })
}
