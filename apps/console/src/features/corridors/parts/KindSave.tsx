/** @file Saves what is planned for a corridor as settings of a kind of day, after all junctions were checked. */
import { kindFindings, timingOf, withKind } from '@greenwave/changes/calendar/kindSettings'
import type { AttributeSet } from '@greenwave/contract/records/changeRecords'
import { type Calendar, type JunctionKinds, type KindSets, parseKinds } from '@greenwave/contract/records/calendars'
import { isDanger } from '@greenwave/controller/checks/danger'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { fetchShared, saveKindsMutation } from '../../../data/queries/calendars.ts'
import { useFindingText } from '../../../shared/useFindingText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from './Corridors.module.css'

/** Properties of `KindSave`. */
export interface KindSaveProps {
  readonly calendar: Pick<Calendar, 'key' | 'kinds'>
  /** Settings of the kinds at each junction, by the id of its device. */
  readonly kindSets: ReadonlyMap<string, JunctionKinds>
  /** Id of the kind. */
  readonly kind: string
  /** Values that differ, by the id of the device. */
  readonly values: ReadonlyMap<string, AttributeSet>
  readonly nameOf: (deviceId: string) => string
}

interface Checked {
  readonly id: string
  readonly kinds: KindSets
  /** Problems, each a sentence. */
  readonly problems: readonly string[]
}

/** Shows what prevents saving, and saves. */
export function KindSave({ calendar, kindSets, kind, values, nameOf }: KindSaveProps) {
  const t = useTexts('corridors')
  const findingText = useFindingText()
  const saving = useMutation(saveKindsMutation)
  const checks = useQuery({
    queryKey: ['calendars', 'check', calendar.key, kind, JSON.stringify([...values])],
    queryFn: () => Promise.all([...values].map(([id, planned]) => check(id, planned))),
    gcTime: 0,
  })
  const name = calendar.kinds.find(({ id }) => id === kind)?.name ?? kind

  async function check(id: string, planned: AttributeSet): Promise<Checked> {
    const present = kindSets.get(id)?.kinds ?? {}
    const shared = await fetchShared(id)
    const wanted = Object.fromEntries(Object.entries(planned).map(([key, value]) => [key, Number(value)]))
    const taken = { ...present[kind], ...wanted }
    const known = new Set([...Object.values(present).flatMap(Object.keys), ...Object.keys(wanted)])
    // Settings that were never set read as 0.
    const unset = Object.fromEntries(Object.keys(wanted).map((key) => [key, 0]))
    const now = { ...unset, ...timingOf(shared, (key) => known.has(key)) }
    const kinds = withKind(calendar, present, kind, taken, now)
    const found = kindFindings(taken, shared).filter((one) => one.level === 'error' || isDanger(one))
    return {
      id,
      kinds,
      problems: [...found.map(findingText), ...(parseKinds(kinds).problems ? [t('kindSave.tooMany')] : [])],
    }
  }

  async function save(): Promise<void> {
    for (const { id, kinds } of checks.data ?? [])
      await saving.mutateAsync({ id, kinds: { calendar: calendar.key, kinds } })
    notifySuccess(t('kindSave.done'))
  }

  const problems = (checks.data ?? []).flatMap(({ id, problems: own }) => own.map((text) => `${nameOf(id)}: ${text}`))
  return (
    <Card title={t('kindSave.title', { kind: name })}>
      <p className={styles.note}>{t('kindSave.hint')}</p>
      {checks.isPending && <output>{t('kindSave.reading')}</output>}
      {checks.error && (
        <ErrorState error={checks.error} fallback={t('kindSave.failed')} onRetry={() => void checks.refetch()} />
      )}
      {problems.length > 0 && (
        <>
          <ErrorText>{t('kindSave.refused')}</ErrorText>
          <ul className={styles.sentences}>
            {problems.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {saving.error && <ErrorText>{errorText(saving.error, t('kindSave.failed'))}</ErrorText>}
      <Button
        mt="sm"
        disabled={!checks.data || problems.length > 0 || saving.isSuccess}
        loading={saving.isPending}
        onClick={() => void save().catch(() => undefined)}
      >
        {t('kindSave.submit', { count: values.size })}
      </Button>
    </Card>
  )
}
