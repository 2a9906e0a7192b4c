import type { Route } from '@greenwave/contract/records/routes'
import { Button, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { namedJunctionsQuery } from '../../../data/fleet/junctionQueries.ts'
import { clearancesQuery, RunsAlready, runsQuery, startRunMutation } from '../../../data/queries/routes.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { useNow } from '../../../data/useNow.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { earliestStartMs, newRun, type PreviewFacts, previewRows } from '../model/routePreview.ts'
import { RouteDiagram } from './RouteDiagram.tsx'
import { RoutePreview } from './RoutePreview.tsx'
import styles from './Routes.module.css'

/** Minutes until the vehicle leaves the start; 0: as soon as the first junction can be ready. */
const LEAVES_IN_MIN = [0, 1, 2, 5, 10, 15] as const
/** As much as a record keeps, characters. */
const MOST_WHY = 200

interface RouteBeforeProps {
  readonly routeId: string
  readonly name: string
  readonly route: Route
  /** Customer whose users see the route; empty for none. */
  readonly customer: string
}

/** Preview of each junction, and for administrators the start. */
export function RouteBefore({ routeId, name, route, customer }: RouteBeforeProps) {
  const t = useTexts('corridors', 'routes')
  const ids = route.junctions.map(({ device }) => device)
  const junctions = useQuery({ ...namedJunctionsQuery(ids), refetchInterval: 10_000 })
  const clearances = useQuery(clearancesQuery(ids))
  const runs = useQuery(runsQuery())
  const failed = [junctions, clearances].find(({ error }) => error)
  if (failed?.error)
    return (
      <ErrorState
        error={failed.error}
        fallback={t('junctionsFailed')}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    )
  if (!junctions.data || !clearances.data) return <SkeletonRows rows={6} height={48} />
  const others = (runs.data ?? []).flatMap((one) => (one.routeId === routeId ? [] : [one.run]))
  const facts: PreviewFacts = { junctions: junctions.data, clearances: clearances.data, others }
  return <Ready {...{ routeId, name, route, customer, facts }} />
}

function Ready({ routeId, name, route, customer, facts }: RouteBeforeProps & { readonly facts: PreviewFacts }) {
  const t = useTexts('corridors', 'routes')
  const session = useSession()
  const nowMs = useNow(5_000, serverNowMs)
  const [why, setWhy] = useState('')
  const [drill, setDrill] = useState(false)
  const [inMin, setInMin] = useState(0)
  const starting = useMutation(startRunMutation)
  const leavesAt = (ms: number) => Math.max(earliestStartMs(route, facts, ms), ms + inMin * 60_000)
  const rows = previewRows(route, facts, leavesAt(nowMs))
  const mayStart = session.state === 'signedIn' && session.isTenantAdmin
  const start = () => {
    if (session.state !== 'signedIn') return
    const now = serverNowMs()
    const request = { name, by: session.user.email, why: why.trim(), drill, nowMs: now, leavesMs: leavesAt(now) }
    starting.mutate({ routeId, run: newRun(route, facts, { id: crypto.randomUUID(), ...request }) })
  }
  return (
    <>
      {mayStart && (
        <Card title={t('start')}>
          <form
            className={styles.start}
            onSubmit={(event) => {
              event.preventDefault()
              if (why.trim() !== '' && !starting.isPending) start()
            }}
          >
            <TextInput
              label={t('why')}
              required
              // The one field that each start needs.
              autoFocus
              maxLength={MOST_WHY}
              autoComplete="off"
              value={why}
              onChange={(event) => setWhy(event.currentTarget.value)}
            />
            <NativeSelect
              label={t('leaves')}
              value={String(inMin)}
              data={LEAVES_IN_MIN.map((minutes) => ({
                value: String(minutes),
                label: minutes === 0 ? t('leavesSoon') : t('leavesIn', { count: minutes }),
              }))}
              onChange={(event) => setInMin(Number(event.currentTarget.value))}
            />
            <Switch
              label={t('drillLabel')}
              checked={drill}
              onChange={(event) => setDrill(event.currentTarget.checked)}
            />
            <Button type="submit" loading={starting.isPending} disabled={why.trim() === ''}>
              {t(drill ? 'startDrill' : 'startRoute')}
            </Button>
          </form>
          {starting.error && (
            <ErrorText>
              {starting.error instanceof RunsAlready ? t('runsAlready') : errorText(starting.error, t('startFailed'))}
            </ErrorText>
          )}
        </Card>
      )}
      <Card title={t('before')} padded={false}>
        <p className={styles.told}>{customer ? t('toldCustomer', { customer }) : t('told')}</p>
        <RouteDiagram
          label={t('diagram')}
          rows={rows.map(({ device, name: label, position, phase, eta, from, until, left }) => ({
            ...{ device, name: label, position, phase, eta },
            holds: left === undefined ? [{ from, until, isDone: false }] : [],
          }))}
          nowMs={null}
        />
        <RoutePreview rows={rows} />
      </Card>
    </>
  )
}
