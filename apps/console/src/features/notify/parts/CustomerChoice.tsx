import { MOST_CUSTOMERS } from '@greenwave/contract/records/notify'
import { Checkbox, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { customersQuery } from '../../../data/queries/customers.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorState } from '../../../ui/states/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/states/Skeletons.tsx'
import { listOf, type RulesFieldsProps, withItem } from '../model/rulesForm.ts'
import styles from './RulesParts.module.css'

const OFFERED = { page: 0, pageSize: MOST_CUSTOMERS, sortProperty: 'title', sortOrder: 'ASC' } as const

/** Chooses the customers about whose junctions the user is notified. */
export function CustomerChoice({ form }: RulesFieldsProps) {
  const t = useTexts('admin', 'notify')
  const customers = useQuery(customersQuery(OFFERED))
  const { error } = form.getInputProps('customers')
  if (customers.isPending) return <SkeletonRows rows={2} height={32} />
  if (customers.isError)
    return (
      <ErrorState
        compact
        error={customers.error}
        fallback={t('customersFailed')}
        retrying={customers.isFetching}
        onRetry={() => void customers.refetch()}
      />
    )
  const { data, totalElements } = customers.data
  const offered = data.map(({ id, title }) => ({ id: id.id, title: title.trim() || id.id }))
  const chosen = new Set(listOf(form.values.customers))
  const choose = (id: string, isChosen: boolean): void => {
    const ids = offered.map((one) => one.id)
    form.setFieldValue('customers', withItem(form.values.customers, id, isChosen, ids))
  }
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.choicesLegend}>{t('customersLegend')}</legend>
      <div className={styles.customers} data-path="customers" tabIndex={-1}>
        {offered.map(({ id, title }) => (
          <Checkbox
            key={id}
            label={title}
            checked={chosen.has(id)}
            onChange={({ currentTarget }) => choose(id, currentTarget.checked)}
          />
        ))}
      </div>
      {totalElements > offered.length && (
        <p className={styles.why}>{t('customersBeyond', { count: offered.length })}</p>
      )}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </fieldset>
  )
}
