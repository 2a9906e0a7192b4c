import { type Calendar, type CalendarRule, parseCalendar } from '@greenwave/contract/records/calendars'
import { Group, Radio, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import { calendarJunctionsQuery, type KnownCalendar, saveCalendarMutation } from '../../../data/queries/calendars.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useSession } from '../../../data/session.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { notifySuccess } from '../../../ui/notices/notify.tsx'
import { localNow, proposedEnd } from '../model/localNow.ts'

interface HandDialogProps {
  readonly known: KnownCalendar
  readonly opened: boolean
  readonly onClose: () => void
}

/** All junctions of the calendar, in the choice of customers. */
const ALL = 'all'

/** Puts junctions into a kind of day by hand, from now until a time. It is saved at once. */
export function HandDialog({ known: { asset, calendar }, opened, onClose }: HandDialogProps) {
  const t = useTexts('settings', 'calendar')
  const common = useTexts('common')
  const session = useSession()
  const email = session.state === 'signedIn' ? session.user.email : ''
  const saving = useMutation(saveCalendarMutation)
  const read = useQuery(calendarJunctionsQuery())
  const junctions = (read.data ?? []).filter(({ kinds }) => kinds?.calendar === calendar.key)
  const [initial] = useState(() => ({ kind: '', customer: ALL, until: proposedEnd() }))
  const customers = [...new Set(junctions.flatMap(({ customer }) => customer ?? []))].sort()
  const form = useForm({
    initialValues: initial,
    validate: {
      until: (until) => (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(until) && until > localNow() ? null : t('hand.untilWrong')),
    },
  })
  const chosen = junctions.filter(({ customer }) => form.values.customer === ALL || customer === form.values.customer)
  const { kind: kindId } = form.values
  const having = chosen.filter(({ kinds }) => kinds?.kinds[kindId])
  const noneHas = read.data
    ? t('hand.noneHas')
    : read.error
      ? errorText(read.error, t('loadFailed'))
      : common('loading')
  const missing = kindId === '' ? t('hand.kindMissing') : having.length === 0 ? noneHas : undefined

  async function save({ kind, customer, until }: typeof initial): Promise<void> {
    const some = customer === ALL ? {} : { junctions: having.map(({ id }) => id) }
    const rule: CalendarRule = { on: 'hand', from: localNow(), until, by: email, at: serverNowMs(), kind, ...some }
    const next = withoutPast({ ...calendar, rules: [rule, ...calendar.rules] })
    const { problems } = parseCalendar(next)
    if (problems) throw new Error(problems[0]?.problem)
    await saving.mutateAsync({ asset, name: asset.name, calendar: next })
    notifySuccess(t('hand.done'))
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t('hand.title')}
      submitLabel={missing === undefined ? t('hand.submit', { count: having.length }) : t('hand.start')}
      submitting={form.submitting}
      submitMissing={missing}
      typed={typedOf(form, initial)}
      error={saving.error ? errorText(saving.error, t('saveFailed')) : undefined}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <Radio.Group {...form.getInputProps('kind')} label={t('kind')}>
        <Stack gap={6} mt={6}>
          {calendar.kinds.map(({ id, name }) => (
            <Radio key={id} value={id} label={name} />
          ))}
        </Stack>
      </Radio.Group>
      <Radio.Group {...form.getInputProps('customer')} label={t('hand.where')}>
        <Group gap="6px 18px" mt={6}>
          {[ALL, ...customers].map((customer) => (
            <Radio key={customer} value={customer} label={customer === ALL ? t('hand.all') : customer} />
          ))}
        </Group>
      </Radio.Group>
      <TimeField
        {...form.getInputProps('until')}
        precision="minute"
        label={t('hand.until')}
        description={t('hand.untilHint')}
      />
    </FormDialog>
  )
}

/** Returns a calendar without rules by hand that are over. */
function withoutPast(calendar: Calendar): Calendar {
  const now = localNow()
  return { ...calendar, rules: calendar.rules.filter((rule) => rule.on !== 'hand' || rule.until > now) }
}
