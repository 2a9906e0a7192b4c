import type { Calendar, CalendarRule } from '@greenwave/contract/records/calendars'
import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx'
import { submitOf } from '../../../ui/forms/forms.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { typedOf } from '../../../ui/forms/typedForm.ts'
import { RULE_FORMS, ruleOf, ruleValues, type RuleValues } from '../model/ruleForm.ts'

interface RuleDialogProps {
  readonly calendar: Calendar
  /** The rule that is edited; left out for a new one. */
  readonly rule: CalendarRule | undefined
  readonly opened: boolean
  readonly onRule: (rule: CalendarRule) => void
  readonly onClose: () => void
}

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

/** Edits one rule of the draft. */
export function RuleDialog({ calendar, rule, opened, onRule, onClose }: RuleDialogProps) {
  const t = useTexts('settings', 'calendar')
  const [initial] = useState(() => ruleValues(calendar, rule))
  const form = useForm<RuleValues>({
    initialValues: initial,
    validate: (values) => {
      const read = ruleOf(calendar, values, rule?.junctions)
      return 'wrong' in read ? Object.fromEntries(read.wrong.map((field) => [field, t('form.wrong')])) : {}
    },
  })
  const { on, days } = form.values

  async function save(values: RuleValues): Promise<void> {
    const read = ruleOf(calendar, values, rule?.junctions)
    if ('rule' in read) onRule(read.rule)
    onClose()
  }

  return (
    <FormDialog
      opened={opened}
      title={t(rule ? 'form.edit' : 'form.add')}
      submitLabel={t('form.take')}
      submitting={form.submitting}
      typed={typedOf(form, initial)}
      onSubmit={submitOf(form, save)}
      onClose={onClose}
    >
      <NativeSelect
        {...form.getInputProps('kind')}
        label={t('kind')}
        data={calendar.kinds.map(({ id, name }) => ({ value: id, label: name }))}
        data-autofocus
      />
      <NativeSelect
        {...form.getInputProps('on')}
        label={t('form.on')}
        data={RULE_FORMS.map((value) => ({ value, label: t(`form.forms.${value}`) }))}
      />
      {on === 'date' && <TimeField {...form.getInputProps('date')} precision="day" label={t('form.date')} />}
      {on === 'span' && (
        <Group grow>
          <TimeField {...form.getInputProps('from')} precision="day" label={t('form.from')} />
          <TimeField {...form.getInputProps('until')} precision="day" label={t('form.until')} />
        </Group>
      )}
      {on === 'weekdays' && (
        <>
          <Checkbox.Group
            label={t('form.days')}
            value={days.split('')}
            error={form.errors.days}
            onChange={(chosen) => form.setFieldValue('days', [...chosen].sort().join(''))}
          >
            <Group>
              {WEEK.map((day) => (
                <Checkbox key={day} value={String(day)} label={t(`weekdays.${day}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Group grow>
            <TextInput {...form.getInputProps('every')} label={t('form.every')} inputMode="numeric" />
            <TimeField {...form.getInputProps('since')} precision="day" label={t('form.since')} />
          </Group>
        </>
      )}
      {(on === 'solar' || on === 'lunar') && (
        <>
          <Group grow>
            <TextInput {...form.getInputProps('day')} label={t('form.day')} inputMode="numeric" />
            <TextInput {...form.getInputProps('month')} label={t('form.month')} inputMode="numeric" />
          </Group>
          <Group grow>
            <TextInput {...form.getInputProps('before')} label={t('form.before')} inputMode="numeric" />
            <TextInput {...form.getInputProps('after')} label={t('form.after')} inputMode="numeric" />
          </Group>
        </>
      )}
      <TextInput {...form.getInputProps('name')} label={t('form.name')} description={t('form.nameHint')} />
    </FormDialog>
  )
}
