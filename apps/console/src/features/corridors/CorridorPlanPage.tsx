import { type Corridor, parseCorridor } from '@greenwave/contract/records/corridors'
import type { Finding } from '@greenwave/controller/checks/finding'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { secondOfDayNow } from '../../data/device/deviceClockView.ts'
import { useDevices } from '../../data/device/useDevice.ts'
import type { FleetJunction } from '../../data/fleet/fleetJunction.ts'
import { namedJunctionsQuery } from '../../data/fleet/junctionQueries.ts'
import { useCommonKinds } from '../../data/queries/calendars.ts'
import { corridorQuery, corridorsQuery } from '../../data/queries/corridors.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { useSession } from '../../data/session.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { PartLoading } from '../../ui/states/PartLoading.tsx'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import { corridorState, junctionFacts, onKind, planStarts, startBefore } from './model/corridorFacts.ts'
import { otherCorridors } from './model/otherCorridors.ts'
import type { PlanChoices } from './model/planForm.ts'
import styles from './parts/Corridors.module.css'
import { Planner } from './parts/Planner.tsx'
import type { RenderSend } from './parts/PlanResult.tsx'

/** Properties of `CorridorPlanPage`. */
export interface CorridorPlanPageProps {
  readonly corridorId: string
  /** Renders findings about settings. A property, because features do not import one another. */
  readonly renderFindings: (findings: readonly Finding[]) => ReactNode
  /** The same of what is sent, with the name of the corridor. */
  readonly renderSend: (title: string, sent: Parameters<RenderSend>[0]) => ReactNode
}

/** Among the first hundred corridors those are looked for that share a junction with this one. */
const FIRST_CORRIDORS = { page: 0, pageSize: 100, sortProperty: 'name', sortOrder: 'ASC' } as const

/** The planner of a corridor: what it would be with other offsets, orders of phases and cycles. */
export function CorridorPlanPage({ corridorId, renderFindings, renderSend }: CorridorPlanPageProps) {
  const t = useTexts('corridors')
  const asset = useQuery({ ...corridorQuery(corridorId), refetchOnWindowFocus: false })
  const corridor = useMemo(() => asset.data && parseCorridor(asset.data), [asset.data])
  const junctions = useQuery({
    ...namedJunctionsQuery(corridor?.junctions.map(({ device }) => device) ?? []),
    enabled: corridor !== undefined,
  })
  const session = useSession()
  const all = useQuery(corridorsQuery(session, FIRST_CORRIDORS)).data
  const others = useMemo(() => otherCorridors(all?.data ?? [], corridorId), [all, corridorId])
  const name = asset.data?.name ?? ''
  usePageTitle(asset.data ? t('planTitle', { name: asset.data.name }) : t('title'))
  const failed = asset.error ? asset : junctions.error ? junctions : undefined
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{asset.data ? t('planTitle', { name: asset.data.name }) : t('title')}</h1>
        <Link to="/corridors/$corridorId" params={{ corridorId }}>
          {t('backToCorridor')}
        </Link>
      </header>
      {corridor && junctions.data ? (
        <Loaded
          corridor={corridor}
          junctions={junctions.data}
          others={others}
          renderFindings={renderFindings}
          renderSend={(sent) => renderSend(name, sent)}
        />
      ) : asset.data && !corridor ? (
        <EmptyState icon={IconRoute} title={t('unreadable')} />
      ) : failed ? (
        <ErrorState
          error={failed.error}
          fallback={t('corridorFailed')}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
          wayOut={<Link to="/corridors">{t('all')}</Link>}
        />
      ) : (
        <SkeletonRows rows={6} height={48} />
      )}
    </div>
  )
}

const KindSave = lazyPart(
  async () => (await import('./parts/KindSave.tsx')).KindSave,
  'device',
  'settings',
  'corridors',
)

interface LoadedProps extends Pick<CorridorPlanPageProps, 'renderFindings'> {
  readonly corridor: Corridor
  readonly junctions: ReadonlyMap<string, FleetJunction>
  /** The names of the other corridors that a junction is in, by the id of its device. */
  readonly others: ReadonlyMap<string, readonly string[]>
  readonly renderSend: RenderSend
}

const NOTHING_TRIED: ReadonlyMap<string, number> = new Map()

function Loaded({ corridor, junctions, others, renderFindings, renderSend }: LoadedProps) {
  const t = useTexts('corridors')
  const deviceIds = useMemo(() => corridor.junctions.map(({ device }) => device), [corridor])
  const present = useDevices(deviceIds, junctionFacts)
  const { calendar, kinds, kindSets } = useCommonKinds(deviceIds)
  const [nowSecond] = useState(() => secondOfDayNow(null, serverNowMs()))
  const [chosen, setChosen] = useState<PlanChoices>({
    ...{
      at: -1,
      kind: '',
      aim: 'equal',
      outboundWeight: '2',
      inboundWeight: '1',
      cycles: 'keep',
      ownCycles: '',
      splits: 'keep',
      flows: {},
    },
  })
  const facts = present.map((one, nth) => onKind(one, kindSets?.get(deviceIds[nth] ?? '')?.kinds[chosen.kind]))
  const starts = planStarts(facts)
  // Until a plan is chosen it is the one that runs at this time of the day.
  const choices = { ...chosen, at: chosen.at < 0 ? startBefore(starts, nowSecond) : chosen.at }
  const nameOf = (id: string) => junctions.get(id)?.label
  const state = corridorState({
    content: corridor,
    nameOf,
    facts,
    at: choices.at,
    tried: NOTHING_TRIED,
  })
  if (facts.every((one) => one.running === null)) return <p className={styles.note}>{t('settingsLoading')}</p>
  return (
    <Planner
      {...{ corridor, nameOf, others, facts, state, starts, kinds, choices, renderFindings }}
      renderSend={(sent) =>
        calendar && kindSets && choices.kind !== '' ? (
          <PartLoading failed={null}>
            <KindSave {...{ ...sent, calendar, kindSets }} kind={choices.kind} />
          </PartLoading>
        ) : (
          renderSend(sent)
        )
      }
      onChoices={(change) => setChosen({ ...choices, ...change })}
    />
  )
}
