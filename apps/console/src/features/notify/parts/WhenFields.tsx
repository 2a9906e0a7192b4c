import { GATHER_MINUTES, WEEKDAYS } from '@greenwave/contract/records/notify'
import { Checkbox, Input, NativeSelect } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { zoneChoices } from '../../../ui/page/zoneNames.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { listOf, ON, type RulesFieldsProps, switchOf, withItem } from '../model/rulesForm.ts'
import styles from './RulesParts.module.css'

const DAYS = WEEKDAYS.map(String)
const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const GATHER_NAMES = { 0: 'not', 15: 'quarter', 60: 'hour' } as const

/** Chooses when the user is notified. */
export function WhenFields({ form }: RulesFieldsProps) {
  const t = useTexts('admin', 'notify')
  const { days, always, from, to, timeZone } = form.values
  const chosen = new Set(listOf(days))
  const daysError = form.getInputProps('days').error
  return (
    <fieldset className={styles.group} disabled={form.submitting}>
      <legend className={styles.legend}>{t('when')}</legend>
      <fieldset className={styles.choices}>
        <legend className={styles.choicesLegend}>{t('days')}</legend>
        <div className={styles.days} data-path="days" tabIndex={-1}>
          {DAY_NAMES.map((name, nth) => (
            <Checkbox
              key={name}
              label={t(`dayNames.${name}`)}
              checked={chosen.has(DAYS[nth] ?? '')}
              onChange={({ currentTarget }) =>
                form.setFieldValue('days', withItem(days, DAYS[nth] ?? '', currentTarget.checked, DAYS))
              }
            />
          ))}
        </div>
        {daysError && <Input.Error role="alert">{daysError}</Input.Error>}
      </fieldset>
      <Checkbox
        label={t('always')}
        checked={always === ON}
        onChange={({ currentTarget }) => form.setFieldValue('always', switchOf(currentTarget.checked))}
      />
      {always !== ON && (
        <>
          <div className={styles.times}>
            <TimeField {...form.getInputProps('from')} precision="time" label={t('from')} required />
            <TimeField {...form.getInputProps('to')} precision="time" label={t('to')} required />
          </div>
          {from > to && to !== '' && <p className={styles.why}>{t('overnight')}</p>}
        </>
      )}
      <NativeSelect {...form.getInputProps('timeZone')} label={t('timeZone')} data={zoneChoices(timeZone)} />
      <NativeSelect
        {...form.getInputProps('gather')}
        label={t('gather')}
        description={t('gatherHint')}
        data={GATHER_MINUTES.map((minutes) => ({
          value: String(minutes),
          label: t(`gathers.${GATHER_NAMES[minutes]}`),
        }))}
      />
    </fieldset>
  )
}
