import { Checkbox, NativeSelect } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { ON, type RulesFieldsProps, switchOf } from '../model/rulesForm.ts'
import { CustomerChoice } from './CustomerChoice.tsx'
import styles from './RulesParts.module.css'

const LEVELS = [
  ['5', 'danger'],
  ['4', 'fault'],
  ['3', 'deviation'],
] as const

/** Chooses the incidents about which the user is notified, and the verdict on each month. Only administrators choose customers. */
export function WhatFields({ form, choosesCustomers }: RulesFieldsProps & { readonly choosesCustomers: boolean }) {
  const t = useTexts('admin', 'notify')
  const { cleared, monthly, someCustomers } = form.values
  return (
    <fieldset className={styles.group} disabled={form.submitting}>
      <legend className={styles.legend}>{t('what')}</legend>
      <NativeSelect
        {...form.getInputProps('least')}
        label={t('least')}
        data={LEVELS.map(([level, name]) => ({ value: level, label: t(`levels.${name}`) }))}
      />
      {choosesCustomers && (
        <NativeSelect
          label={t('customers')}
          value={someCustomers}
          data={[
            { value: '', label: t('allCustomers') },
            { value: ON, label: t('someCustomers') },
          ]}
          onChange={({ currentTarget }) => form.setFieldValue('someCustomers', currentTarget.value)}
        />
      )}
      {choosesCustomers && someCustomers === ON && <CustomerChoice form={form} />}
      <Checkbox
        label={t('cleared')}
        checked={cleared === ON}
        onChange={({ currentTarget }) => form.setFieldValue('cleared', switchOf(currentTarget.checked))}
      />
      <Checkbox
        label={t('monthly')}
        description={t('monthlyHint')}
        checked={monthly === ON}
        onChange={({ currentTarget }) => form.setFieldValue('monthly', switchOf(currentTarget.checked))}
      />
    </fieldset>
  )
}
