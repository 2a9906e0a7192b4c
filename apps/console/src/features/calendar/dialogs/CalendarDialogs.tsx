import type { Calendar, CalendarRule } from '@greenwave/contract/records/calendars'
import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../data/errorText.ts'
import { type KnownCalendar, saveCalendarMutation } from '../../../data/queries/calendars.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import type { PageDialogProps } from '../../../ui/dialogs/PageDialogs.tsx'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import type { CalendarDialog } from '../model/calendarDialog.ts'
import { useRuleText } from '../words/useRuleText.ts'
import { HandDialog } from './HandDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { TakeDialog } from './TakeDialog.tsx'

interface CalendarDialogsProps extends PageDialogProps<CalendarDialog> {
  readonly known: KnownCalendar
  /** The calendar as edited. */
  readonly calendar: Calendar
  /** Content of the chosen file, and the year that is shown. */
  readonly file: string
  readonly year: number
  /** Takes the rules of the draft. */
  readonly onRules: (rules: readonly CalendarRule[]) => void
}

/** The dialogs of the calendar. */
export function CalendarDialogs({
  dialog,
  known,
  calendar,
  file,
  year,
  onRules,
  opened,
  onClose,
}: CalendarDialogsProps) {
  const slot = { opened, onClose }
  if (dialog.kind === 'hand') return <HandDialog known={known} {...slot} />
  if (dialog.kind === 'take') return <TakeDialog calendar={known.calendar} {...slot} />
  if (dialog.kind === 'end') return <EndDialog known={known} nth={dialog.nth} {...slot} />
  if (dialog.kind === 'import') {
    const add = (rules: readonly CalendarRule[]) => onRules([...rules, ...calendar.rules])
    return <ImportDialog {...{ calendar, file, year }} onAdd={add} {...slot} />
  }
  const { nth } = dialog
  const take = (rule: CalendarRule) =>
    onRules(nth === null ? [rule, ...calendar.rules] : calendar.rules.map((old, at) => (at === nth ? rule : old)))
  return (
    <RuleDialog calendar={calendar} rule={nth === null ? undefined : calendar.rules[nth]} onRule={take} {...slot} />
  )
}

interface EndDialogProps {
  readonly known: KnownCalendar
  readonly nth: number
  readonly opened: boolean
  readonly onClose: () => void
}

/** Ends a rule by hand now. */
function EndDialog({ known: { asset, calendar }, nth, opened, onClose }: EndDialogProps) {
  const t = useTexts('settings', 'calendar')
  const ruleText = useRuleText()
  const saving = useMutation(saveCalendarMutation)
  const rule = calendar.rules[nth]

  async function end(): Promise<void> {
    const rules = calendar.rules.filter((_, at) => at !== nth)
    await saving.mutateAsync({ asset, name: asset.name, calendar: { ...calendar, rules } })
    notifySuccess(t('hand.ended'))
    onClose()
  }

  return (
    <ConfirmDialog
      opened={opened}
      title={t('hand.endTitle')}
      confirmLabel={t('hand.endNow')}
      submitting={saving.isPending}
      error={saving.error ? errorText(saving.error, t('saveFailed')) : undefined}
      onConfirm={end}
      onClose={onClose}
    >
      <p>{rule && ruleText(rule)}</p>
      <p>{t('hand.endHint')}</p>
    </ConfirmDialog>
  )
}
