import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import { MOST_INCIDENTS } from '../../../data/fleet/incidentReads.ts'
import type { OpenIncidents } from '../../../data/fleet/OpenIncidents.ts'
import { countWrong } from '../../../data/fleet/worstFirst.ts'
import { useFleetStatus, useIncidentList, useMarkedJunctions } from '../../../data/fleet/useFleet.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useNow } from '../../../data/useNow.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyInfo } from '../../../ui/notices/notify.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { KeyHint } from '../../../ui/page/KeyHint.tsx'
import type { NowAddress } from '../model/nowAddress.ts'
import type { NowDialog } from '../model/nowActions.ts'
import type { Selection } from '../model/Selection.ts'
import { type ShownRow, shownRows } from '../model/shownRows.ts'
import { IncidentList } from './IncidentList.tsx'
import { ListHead } from './ListHead.tsx'
import { EmptyList, ListNotes } from './ListState.tsx'
import { useNowActions } from './useNowActions.ts'
import { useNowKeys } from './useNowKeys.ts'
import styles from './WhatIsWrong.module.css'

interface WhatIsWrongProps {
  readonly address: NowAddress
  readonly fleet: Fleet
  readonly open: OpenIncidents
  readonly selection: Selection
  /** Opens a dialog; undefined for users who only watch. */
  readonly onAsk: ((dialog: NowDialog) => void) | undefined
}

/** How often it is looked at which mutes have ended, milliseconds. */
const MUTES_STEP_MS = 10_000

const NOTHING = () => undefined

/** The list of what is wrong, the worst first, with what can be done about it. */
export function WhatIsWrong({ address, fleet, open, selection, onAsk }: WhatIsWrongProps) {
  const t = useTexts('monitoring', 'now')
  const incidents = useIncidentList(open)
  const marked = useMarkedJunctions(fleet)
  const status = useFleetStatus(open)
  const nowMs = useNow(MUTES_STEP_MS, serverNowMs)
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(
    () => shownRows({ incidents, marked }, address, openGroups, nowMs),
    [incidents, marked, address, openGroups, nowMs],
  )
  const toggle = useCallback((id: string) => setOpenGroups((before) => toggled(before, id)), [])
  const tenantActions = useNowActions({ fleet, incidents: open }, onAsk ?? NOTHING)
  const actions = onAsk && tenantActions
  const navigate = useNavigate()
  useNowKeys({
    rows,
    selection,
    actions,
    onOpen: ({ id, junctionId, corridorId }: ShownRow) => {
      if (corridorId !== null) void navigate({ to: '/corridors/$corridorId', params: { corridorId } })
      else if (junctionId === null) toggle(id)
      else void navigate({ to: '/devices/$deviceId', params: { deviceId: junctionId } })
    },
    onNothing: () => notifyInfo(t('cannotAcknowledge')),
  })
  const fleetStatus = useFleetStatus(fleet)
  const customerOf = useMemo(() => customersOf(fleet, fleetStatus.total), [fleet, fleetStatus.total])
  const total = Math.max(status.total ?? 0, incidents.length)
  const { waves } = countWrong(rows.flatMap(({ row, isPart }) => (isPart ? [] : [row])))
  const isAll = address.show === 'open' && address.level === undefined
  const watch = useWatch()
  const isSure = !useLiveLost() && watch.kind === 'watched' && watch.unknown === 0 && (watch.levels[0] ?? 0) > 0
  return (
    <Card
      title={t('wrong')}
      className={styles.card ?? ''}
      padded={false}
      actions={<ListHead address={address} fleet={fleet} open={open} />}
    >
      <ListNotes status={status} fleet={fleetStatus} />
      {rows.length === 0 ? (
        <div className={styles.empty}>
          <EmptyList status={status} address={address} onRetry={() => open.readAgain()} />
        </div>
      ) : (
        <>
          <IncidentList rows={rows} selection={selection} actions={actions} customerOf={customerOf} onToggle={toggle} />
          <p className={styles.foot}>
            {total > MOST_INCIDENTS ? t('beyond', { shown: MOST_INCIDENTS, total }) : isAll && isSure && t('allElse')}
            {waves > 0 && ` ${t('wavesAlone', { count: waves })}`}
            <KeyHint>{t(actions ? 'keys' : 'keysWatch')}</KeyHint>
          </p>
        </>
      )}
    </Card>
  )
}

/** Returns a function for the titles of customers: another one when there are more junctions, so that rows ask again. */
function customersOf({ junctions }: Fleet, _total: number | undefined) {
  return (id: string): string | null => junctions.get(id)?.customer ?? null
}

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}
