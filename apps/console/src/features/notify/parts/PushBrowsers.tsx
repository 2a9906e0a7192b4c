import { MOST_SUBSCRIPTIONS, type NotifyRules, type PushSubscriptionRow } from '@greenwave/contract/records/notify'
import { subscriptionMark } from '@greenwave/contract/records/notifyRecords'
import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { hasPush, endPush, pushEndpoint, subscribeToPush } from '../../../data/webPush.ts'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import styles from './RulesParts.module.css'

interface PushBrowsersProps {
  readonly subscriptions: readonly PushSubscriptionRow[]
  /** Marks of browsers whose push service ended their subscription. */
  readonly gone: readonly string[]
  /** The public key of the installation; empty if it sends no web push. */
  readonly publicKey: string
  readonly onChange: (change: (rules: NotifyRules) => NotifyRules) => Promise<unknown>
}

const endpointQuery = queryOptions({ queryKey: ['pushEndpoint'], queryFn: pushEndpoint, staleTime: 0 })

/** The browsers of a user that get web push. What is added or removed is saved at once. */
export function PushBrowsers({ subscriptions, gone, publicKey, onChange }: PushBrowsersProps) {
  const t = useTexts('admin', 'notify')
  const client = useQueryClient()
  const own = useQuery(endpointQuery)
  const onSettled = () => client.invalidateQueries(endpointQuery)
  const addition = useMutation({
    mutationFn: async () => {
      const added = await subscribeToPush(publicKey)
      await onChange((rules) => ({ ...rules, push: true, subscriptions: withBrowser(rules, added, own.data, gone) }))
    },
    onSettled,
  })
  const removal = useMutation({
    mutationFn: async (endpoint: string) => {
      if (endpoint === own.data) await endPush()
      await onChange((rules) => ({
        ...rules,
        subscriptions: rules.subscriptions.filter((one) => one.endpoint !== endpoint),
      }))
    },
    onSettled,
  })
  const isHere = subscriptions.some(({ endpoint }) => endpoint === own.data && !isGone(endpoint, gone))
  const isFull = subscriptions.filter(({ endpoint }) => !isGone(endpoint, gone)).length >= MOST_SUBSCRIPTIONS
  const failure = addition.error ?? removal.error
  return (
    <>
      {subscriptions.length === 0 && <p>{t('pushNone')}</p>}
      <ul className={styles.browsers}>
        {subscriptions.map(({ endpoint, label, at }) => (
          <li key={endpoint} className={styles.browserRow}>
            <span>
              {label} {endpoint === own.data && `(${t('pushHere')})`} {t('added', { date: dateText(at) })}{' '}
              {isGone(endpoint, gone) && <StatusTag tone="warn">{t('pushGone')}</StatusTag>}
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={t('pushRemoveNamed', { name: label })}
              disabled={removal.isPending}
              onClick={() => removal.mutate(endpoint)}
            >
              {t('pushRemove')}
            </Button>
          </li>
        ))}
      </ul>
      {publicKey !== '' && !isHere && hasPush() && (
        <div>
          <Button variant="default" disabled={addition.isPending || isFull} onClick={() => addition.mutate()}>
            {t('pushAdd')}
          </Button>
        </div>
      )}
      {publicKey !== '' && !hasPush() && <p>{t('pushUnsupported')}</p>}
      {isFull && !isHere && <p>{t('pushFull', { count: MOST_SUBSCRIPTIONS })}</p>}
      {failure && <ErrorText>{t('pushRefused', { reason: failure.message })}</ErrorText>}
    </>
  )
}

/** Returns the browsers with one more; those that are gone, and an older subscription of the same browser, fall away. */
function withBrowser(
  { subscriptions }: NotifyRules,
  added: PushSubscriptionRow,
  before: string | null | undefined,
  gone: readonly string[],
): PushSubscriptionRow[] {
  const others = subscriptions.filter(
    ({ endpoint }) => endpoint !== added.endpoint && endpoint !== before && !isGone(endpoint, gone),
  )
  return [...others, added].slice(-MOST_SUBSCRIPTIONS)
}

function isGone(endpoint: string, gone: readonly string[]): boolean {
  return gone.includes(subscriptionMark(endpoint))
}
