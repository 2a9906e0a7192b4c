import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
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
import { useFirstView } from '../../../ui/states/firstView.ts'
import { lazyPart } from '../../../ui/states/lazyPart.tsx'
import { useLoadedQuietly } from '../../../ui/states/useLoadedQuietly.ts'
import type { NowAddress } from '../model/nowAddress.ts'
import type { NowActions } from '../model/nowActions.ts'
import type { Selection } from '../model/Selection.ts'
import { byCustomer, type ShownRow, shownRows } from '../model/shownRows.ts'
import { IncidentList } from './IncidentList.tsx'
import { ListHead, ShiftsAndWall } from './ListHead.tsx'
import { EmptyList, ListNotes } from './ListState.tsx'
import { useNowKeys } from './useNowKeys.ts'
import styles from './WhatIsWrong.module.css'

const CalendarCourse = lazyPart(
  async () => (await import('../../../shared/CalendarCourse.tsx')).CalendarCourse,
  'settings',
)

const InspectionsDue = lazyPart(
  async () => (await import('../../../shared/InspectionsDue.tsx')).InspectionsDue,
  'settings',
)

const RouteCourse = lazyPart(async () => (await import('../../../shared/RouteCourse.tsx')).RouteCourse, 'corridors')

interface WhatIsWrongProps {
  readonly address: NowAddress
  readonly fleet: Fleet
  readonly open: OpenIncidents
  readonly selection: Selection
  /** Undefined for users who only watch. */
  readonly actions: NowActions | undefined
}

/** How often it is looked at which mutes have ended, milliseconds. */
const MUTES_STEP_MS = 10_000

/** The list of what is wrong, the worst first, with what can be done about it. */
export function WhatIsWrong({ address, fleet, open, selection, actions }: WhatIsWrongProps) {
  const t = useTexts('incidents', 'now')
  const incidents = useIncidentList(open)
  const marked = useMarkedJunctions(fleet)
  const status = useFleetStatus(open)
  const nowMs = useNow(MUTES_STEP_MS, serverNowMs)
  const [openGroups, setOpenGroups] = useState<ReadonlySet<string>>(new Set())
  const fleetStatus = useFleetStatus(fleet)
  const customerOf = useMemo(() => customersOf(fleet, fleetStatus.total), [fleet, fleetStatus.total])
  const rows = useMemo(() => {
    const worst = shownRows({ incidents, marked }, address, openGroups, nowMs)
    return address.group === 'customer' ? byCustomer(worst, customerOf) : worst
  }, [incidents, marked, address, openGroups, nowMs, customerOf])
  const toggle = useCallback((id: string) => setOpenGroups((before) => toggled(before, id)), [])
  const navigate = useNavigate({ from: '/now' })
  const openBeside = ({ junctionId }: ShownRow) => {
    if (junctionId !== null) void navigate({ to: '/now', search: (old) => ({ ...old, device: junctionId }) })
  }
  useOpenFollows(selection, address.device)
  useNowKeys({
    rows,
    selection,
    actions,
    onOpen: (row: ShownRow) => {
      const { id, junctionId, corridorId } = row
      if (corridorId !== null) void navigate({ to: '/corridors/$corridorId', params: { corridorId } })
      else if (junctionId === null) toggle(id)
      else openBeside(row)
    },
    onNothing: () => notifyInfo(t('cannotAcknowledge')),
  })
  const total = Math.max(status.total ?? 0, incidents.length)
  const { waves } = countWrong(rows.flatMap(({ row, isPart }) => (isPart ? [] : [row])))
  const isAll = address.show === 'open' && address.level === undefined
  const isFirstView = useFirstView()
  const isRouteCourseLoaded = useLoadedQuietly(RouteCourse, isFirstView)
  const isCourseLoaded = useLoadedQuietly(CalendarCourse, isFirstView && actions !== undefined)
  const isDueLoaded = useLoadedQuietly(InspectionsDue, isFirstView)
  const watch = useWatch()
  const isSure = !useLiveLost() && watch.kind === 'watched' && watch.unknown === 0 && (watch.levels[0] ?? 0) > 0
  return (
    <Card
      title={t('wrong')}
      className={styles.card ?? ''}
      padded={false}
      tags={<ShiftsAndWall />}
      actions={<ListHead address={address} fleet={fleet} open={open} />}
    >
      {isRouteCourseLoaded && <RouteCourse />}
      <ListNotes status={status} fleet={fleetStatus} />
      {rows.length === 0 ? (
        <div className={styles.empty}>
          <EmptyList status={status} address={address} onRetry={() => open.readAgain()} />
        </div>
      ) : (
        <>
          {actions && <Grouping group={address.group} />}
          <IncidentList
            rows={rows}
            selection={selection}
            actions={actions}
            customerOf={customerOf}
            onToggle={toggle}
            besideId={address.device}
            onOpen={openBeside}
          />
          <p className={styles.foot}>
            {total > MOST_INCIDENTS ? t('beyond', { shown: MOST_INCIDENTS, total }) : isAll && isSure && t('allElse')}
            {waves > 0 && ` ${t('wavesAlone', { count: waves })}`}
            <KeyHint>{t(actions ? 'keys' : 'keysWatch')}</KeyHint>
          </p>
        </>
      )}
      <div className={styles.course}>
        {isDueLoaded && <InspectionsDue />}
        {isCourseLoaded && <CalendarCourse isLinked />}
      </div>
    </Card>
  )
}

/** Chooses the order of the list. */
function Grouping({ group }: Pick<NowAddress, 'group'>) {
  const t = useTexts('incidents', 'now')
  return (
    <nav className={styles.grouping} aria-label={t('order')}>
      {([undefined, 'customer'] as const).map((one) => (
        <Link
          key={one ?? 'worst'}
          from="/now"
          to="/now"
          search={(old) => ({ ...old, group: one })}
          aria-current={group === one || undefined}
        >
          {t(one === undefined ? 'worstFirst' : 'byCustomer')}
        </Link>
      ))}
    </nav>
  )
}

/** Lets the open incident follow the selection, while one is open. */
function useOpenFollows(selection: Selection, openId: string | undefined): void {
  const navigate = useNavigate({ from: '/now' })
  useEffect(() => {
    if (openId === undefined) return
    return selection.onChange(() => {
      const { selectedId } = selection
      if (selectedId === null || selectedId === openId) return
      void navigate({ to: '/now', search: (old) => ({ ...old, device: selectedId }), replace: true })
    })
  }, [selection, openId, navigate])
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
