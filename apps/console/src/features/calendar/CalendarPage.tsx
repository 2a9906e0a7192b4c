import { dateOfDay, dayOfDate, daysOfYear } from '@greenwave/changes/calendar/dates'
import { forgottenDays, ruleOn } from '@greenwave/changes/calendar/rules'
import { type Calendar, CALENDAR_YEARS, parseCalendar } from '@greenwave/contract/records/calendars'
import { writeCalendarDates } from '@greenwave/transfer/calendarDates'
import { Button, FileButton } from '@mantine/core'
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { errorText } from '../../data/errorText.ts'
import { calendarsQuery, type KnownCalendar, saveCalendarMutation } from '../../data/queries/calendars.ts'
import { CalendarCourse } from '../../shared/CalendarCourse.tsx'
import { ChangesTabs } from '../../shared/ChangesTabs.tsx'
import { saveFile } from '../../shared/saveFile.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { DialogSlot } from '../../ui/dialogs/DialogSlot.tsx'
import { LeaveQuestion } from '../../ui/dialogs/LeaveQuestion.tsx'
import { useKeptDialog } from '../../ui/dialogs/useKeptDialog.ts'
import { notifySuccess } from '../../ui/notices/notify.tsx'
import { Card } from '../../ui/page/Card.tsx'
import { ReadingPage } from '../../ui/page/ReadingPage.tsx'
import { usePageTitle } from '../../ui/page/tab.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { ErrorState } from '../../ui/states/ErrorState.tsx'
import { ErrorText } from '../../ui/states/ErrorText.tsx'
import { lazyPart } from '../../ui/states/lazyPart.tsx'
import { useLoadOnActivity } from '../../ui/states/useLoadOnActivity.ts'
import { SkeletonRows } from '../../ui/states/Skeletons.tsx'
import type { CalendarAddress } from './model/calendarAddress.ts'
import { type CalendarDialog, parseCalendarForm } from './model/calendarDialog.ts'
import { localNow } from './model/localNow.ts'
import { newCalendar } from './model/newCalendar.ts'
import styles from './parts/Calendar.module.css'
import { DayCard } from './parts/DayCard.tsx'
import { KindsCard } from './parts/KindsCard.tsx'
import { RulesCard } from './parts/RulesCard.tsx'
import { addressDay, marksOf, YearGrid } from './parts/YearGrid.tsx'

interface CalendarPageProps {
  readonly address: CalendarAddress
  readonly onAddress: (change: CalendarAddress) => void
}

/** The city's calendar: which kind of day runs on which date. */
export function CalendarPage(props: CalendarPageProps) {
  const t = useTexts('settings', 'calendar')
  usePageTitle(t('title'))
  const query = useQuery(calendarsQuery())
  const [known] = query.data ?? []
  if (known) return <OneCalendar key={known.asset.id.id} known={known} {...props} />
  return (
    <ReadingPage title={t('title')}>
      <ChangesTabs />
      <Card>
        {query.isPending ? (
          <SkeletonRows rows={8} />
        ) : query.isError ? (
          <ErrorState error={query.error} fallback={t('loadFailed')} onRetry={() => void query.refetch()} />
        ) : (
          <NoCalendar />
        )}
      </Card>
    </ReadingPage>
  )
}

function NoCalendar() {
  const t = useTexts('settings', 'calendar')
  const saving = useMutation(saveCalendarMutation)
  const create = () => {
    const calendar = newCalendar(
      (kind) => t(`first.${kind}`),
      (holiday) => t(`holidays.${holiday}`),
    )
    saving.mutate({ asset: undefined, name: t('title'), calendar })
  }
  return (
    <EmptyState
      icon={IconCalendar}
      title={t('none')}
      text={t('noneHint')}
      action={
        <>
          <Button loading={saving.isPending} onClick={create}>
            {t('create')}
          </Button>
          {saving.error && <ErrorText>{errorText(saving.error, t('saveFailed'))}</ErrorText>}
        </>
      }
    />
  )
}

const CalendarDialogs = lazyPart(
  async () => (await import('./dialogs/CalendarDialogs.tsx')).CalendarDialogs,
  'device',
  'settings',
  'monitoring',
  'admin',
)

function OneCalendar({ known, address, onAddress }: CalendarPageProps & { readonly known: KnownCalendar }) {
  const t = useTexts('settings', 'calendar')
  const [draft, setDraft] = useState<{ readonly calendar: Calendar; readonly of: KnownCalendar }>()
  const calendar = draft?.calendar ?? known.calendar
  const [file, setFile] = useState('')
  const saving = useMutation(saveCalendarMutation)
  const dialogs = useKeptDialog<CalendarDialog>('calendar', parseCalendarForm)
  useLoadOnActivity(CalendarDialogs.preload)
  const today = dayOfDate(localNow().slice(0, 10))
  const day = addressDay(address.day)
  const year = address.year ?? Number((address.day ?? localNow()).slice(0, 4))
  const forgotten = useMemo(() => new Map(forgottenDays(calendar, year).map((one) => [one.day, one])), [calendar, year])
  const edit = (part: Partial<Calendar>) => setDraft({ calendar: { ...calendar, ...part }, of: draft?.of ?? known })
  const problem = draft && parseCalendar(draft.calendar).problems?.[0]

  const save = () => {
    if (!draft) return
    const { asset } = draft.of
    saving.mutate(
      { asset, name: asset.name, calendar: draft.calendar },
      {
        onSuccess: () => {
          setDraft(undefined)
          notifySuccess(t('saved'))
        },
      },
    )
  }

  async function importDates(chosen: File | null): Promise<void> {
    if (!chosen) return
    setFile(await chosen.text())
    dialogs.setDialog({ kind: 'import' })
  }

  function exportDates(): void {
    saveFile(new Blob([writeCalendarDates(calendar, year)], { type: 'text/calendar;charset=utf-8' }), `${year}.ics`)
  }

  const step = (by: number) => onAddress({ year: year + by, day: undefined })
  return (
    <ReadingPage
      title={t('title')}
      actions={
        <Button disabled={draft !== undefined} onClick={() => dialogs.setDialog({ kind: 'hand' })}>
          {t('hand.title')}
        </Button>
      }
    >
      <ChangesTabs />
      <Card title={t('course')}>
        <CalendarCourse />
      </Card>
      <Card
        title={String(year)}
        actions={
          <div className={`${styles.nav} ${styles.onScreen}`}>
            <Button size="compact-sm" variant="default" disabled={year <= CALENDAR_YEARS.min} onClick={() => step(-1)}>
              {year - 1}
            </Button>
            <Button size="compact-sm" variant="default" disabled={year >= CALENDAR_YEARS.max} onClick={() => step(1)}>
              {year + 1}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => window.print()}>
              {t('print')}
            </Button>
          </div>
        }
      >
        <Legend calendar={calendar} year={year} />
        <YearGrid
          calendar={calendar}
          year={year}
          today={today}
          day={day}
          forgotten={new Set(forgotten.keys())}
          onDay={(one) => onAddress({ year: undefined, day: dateOfDay(one) })}
        />
        {forgotten.size > 0 && <p className={styles.facts}>{t('forgotten', { count: forgotten.size })}</p>}
      </Card>
      {day !== undefined && <DayCard calendar={calendar} day={day} />}
      <RulesCard
        calendar={calendar}
        isSaved={draft === undefined}
        onRules={(rules) => edit({ rules: [...rules] })}
        onOpen={dialogs.setDialog}
      />
      <KindsCard
        calendar={calendar}
        onKinds={(kinds) => edit({ kinds })}
        onTake={() => dialogs.setDialog({ kind: 'take' })}
      />
      <div className={`${styles.foot} ${styles.onScreen}`}>
        <FileButton accept=".ics,.csv" onChange={(chosen) => void importDates(chosen)}>
          {(props) => (
            <Button {...props} variant="default">
              {t('import')}
            </Button>
          )}
        </FileButton>
        <Button variant="default" onClick={exportDates}>
          {t('export', { year })}
        </Button>
      </div>
      {draft && (
        <section className={styles.bar} aria-label={t('unsaved')}>
          <p>
            {t('unsaved')}
            {saving.error && <ErrorText>{errorText(saving.error, t('saveFailed'))}</ErrorText>}
            {problem && <ErrorText>{t('form.wrong')}</ErrorText>}
          </p>
          <Button variant="default" disabled={saving.isPending} onClick={() => setDraft(undefined)}>
            {t('discard')}
          </Button>
          <Button loading={saving.isPending} disabled={problem !== undefined} onClick={save}>
            {t('save')}
          </Button>
        </section>
      )}
      {draft && !saving.isPending && <LeaveQuestion />}
      <DialogSlot
        {...dialogs.slot}
        render={(dialog, opened) => (
          <CalendarDialogs
            dialog={dialog}
            opened={opened}
            known={known}
            calendar={calendar}
            file={file}
            year={year}
            onRules={(rules) => edit({ rules: [...rules] })}
            onClose={() => dialogs.closeDialog(dialog)}
          />
        )}
      />
    </ReadingPage>
  )
}

function Legend({ calendar, year }: { readonly calendar: Calendar; readonly year: number }) {
  const t = useTexts('settings', 'calendar')
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const day of daysOfYear(year)) {
      const kind = ruleOn(calendar, day)?.kind ?? ''
      found.set(kind, (found.get(kind) ?? 0) + 1)
    }
    return found
  }, [calendar, year])
  const marks = marksOf(calendar.kinds)
  return (
    <ul className={styles.legend}>
      {calendar.kinds.map(({ id, name, color }) => (
        <li key={id}>
          <span className={styles.swatch} data-kind={color} aria-hidden="true">
            {marks.get(id)}
          </span>
          {name}: {t('days', { count: counts.get(id) ?? 0 })}
        </li>
      ))}
      {counts.has('') && <li>{`${t('noRule')}: ${t('days', { count: counts.get('') ?? 0 })}`}</li>}
    </ul>
  )
}
