/** @file Takes the dates of a file over as rules, or lists line by line what is wrong with it. */
import { type Calendar, CALENDAR_YEARS, type CalendarRule } from '@greenwave/contract/records/calendars'
import { parseCalendarDates } from '@greenwave/transfer/calendarDates'
import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useProblemText } from '../../../shared/useProblemText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import styles from '../parts/Calendar.module.css'

/** Whoever fixes the first hundred chooses the file again. */
const MOST_LINES = 100

interface ImportDialogProps {
  readonly calendar: Calendar
  /** Content of the file. */
  readonly file: string
  /** Year in which recurring events are expanded, and the next one. */
  readonly year: number
  /** Adds rules before all others. */
  readonly onAdd: (rules: readonly CalendarRule[]) => void
  readonly opened: boolean
  readonly onClose: () => void
}

/** Asks for the kind of days that state none, and shows what the file has. */
export function ImportDialog({ calendar, file, year, onAdd, opened, onClose }: ImportDialogProps) {
  const t = useTexts('settings', 'calendar')
  const problemText = useProblemText()
  const [kind, setKind] = useState('')
  const { rules, problems } = useMemo(() => {
    const years = { from: year, until: Math.min(year + 1, CALENDAR_YEARS.max) }
    return parseCalendarDates(file, { kinds: calendar.kinds, kind: kind || undefined, years })
  }, [file, calendar.kinds, kind, year])
  const isUsable = problems.length === 0 && rules.length > 0
  return (
    <FormDialog
      opened={opened}
      title={t('importDates.title')}
      submitLabel={t('importDates.submit', { count: rules.length })}
      submitting={false}
      submitDisabled={!isUsable}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd(rules)
        notifySuccess(t('imported', { count: rules.length }))
        onClose()
      }}
      onClose={onClose}
    >
      <NativeSelect
        label={t('importDates.kind')}
        value={kind}
        data={[
          { value: '', label: t('importDates.none') },
          ...calendar.kinds.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
      />
      {problems.length > 0 && (
        <>
          <ErrorText>{t('importDates.wrong', { count: problems.length })}</ErrorText>
          <ul className={styles.problems} aria-label={t('importDates.problems')}>
            {problems.slice(0, MOST_LINES).map((problem) => (
              <li key={`${problem.line} ${problem.field} ${problem.code}`}>
                {t('importDates.line', { line: problem.line })}
                {problem.field && ` · ${problem.field}`}: {problemText(problem)}
              </li>
            ))}
          </ul>
        </>
      )}
      {isUsable && <p>{t('importDates.found', { count: rules.length })}</p>}
    </FormDialog>
  )
}
