import { LANGUAGE_NAMES, LANGUAGES } from '@greenwave/contract/languages'
import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import { notifyStatusKey, parseNotifyStatus } from '@greenwave/contract/records/notifyRecords'
import type { User } from '@greenwave/contract/wire/users'
import { NativeSelect } from '@mantine/core'
import { useWatch, useWatchAttributes } from '../../../data/useWatch.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { ON, type RulesFieldsProps, switchOf } from '../model/rulesForm.ts'
import { BrowserChannel } from './BrowserChannel.tsx'
import { Channel, LastSent } from './Channel.tsx'
import { PushBrowsers } from './PushBrowsers.tsx'
import styles from './RulesParts.module.css'
import { type TestState, useTestMessage } from './useTestMessage.ts'

const SENDS_NOTHING = { email: false, push: '' }

interface HowFieldsProps extends RulesFieldsProps {
  /** The user as stored. */
  readonly user: User
  /** Changes the stored rules at once. */
  readonly onChange: (change: (rules: NotifyRules) => NotifyRules) => Promise<unknown>
}

/** The ways in which messages come, each with a test and with what came of the last message. */
export function HowFields({ form, user, onChange }: HowFieldsProps) {
  const t = useTexts('admin', 'notify')
  const watch = useWatch()
  const attributes = useWatchAttributes()
  const status = parseNotifyStatus(attributes?.[notifyStatusKey(user.id.id)]?.value)
  const tells = watch.kind === 'watched' ? (watch.tells ?? SENDS_NOTHING) : undefined
  const { test, stateOf } = useTestMessage(status, (channel, at) =>
    onChange((rules) => ({ ...rules, test: { channel, at } })),
  )
  const field = (name: 'browser' | 'email' | 'push') => ({
    name,
    isOn: form.values[name] === ON,
    onChange: (isOn: boolean) => form.setFieldValue(name, switchOf(isOn)),
  })
  const channelProps = (name: 'email' | 'push', isPossible: boolean) => ({
    ...field(name),
    onTest: isPossible ? () => void test(name) : undefined,
    isTesting: stateOf(name) === 'asking',
  })
  const subscriptions = parseNotifyRules(user.additionalInfo)?.subscriptions ?? []
  return (
    <fieldset className={styles.group} disabled={form.submitting}>
      <legend className={styles.legend}>{t('how')}</legend>
      <NativeSelect
        {...form.getInputProps('language')}
        label={t('language')}
        data={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      />
      {(watch.kind === 'lapsed' || watch.kind === 'never') && <p className={styles.why}>{t('notWatched')}</p>}
      <BrowserChannel
        {...field('browser')}
        onAllowed={() => {
          form.setFieldValue('browser', ON)
          return onChange((rules) => ({ ...rules, browser: true }))
        }}
      />
      <Channel {...channelProps('email', tells?.email === true)} label={t('email', { address: user.email })}>
        {tells?.email === false && <p>{t('emailMissing')}</p>}
        <TestResult state={stateOf('email')} />
        <LastSent status={status.email} />
      </Channel>
      <Channel
        {...channelProps('push', tells !== undefined && tells.push !== '' && subscriptions.length > 0)}
        label={t('push')}
      >
        {tells?.push === '' && <p>{t('pushMissing')}</p>}
        <PushBrowsers
          {...{ subscriptions, gone: status.gone, publicKey: tells?.push ?? '' }}
          onChange={(change) =>
            onChange((rules) => {
              const next = change(rules)
              if (next.push !== rules.push) form.setFieldValue('push', switchOf(next.push))
              return next
            })
          }
        />
        <TestResult state={stateOf('push')} />
        <LastSent status={status.push} />
      </Channel>
    </fieldset>
  )
}

/** Shows the result of a test message. The server's error message is shown beside it. */
function TestResult({ state }: { readonly state: TestState }) {
  const t = useTexts('admin', 'notify')
  if (state === 'unanswered') return <ErrorText>{t('testUnanswered')}</ErrorText>
  if (state === 'notAsked') return <ErrorText>{t('testFailed')}</ErrorText>
  return <output>{state === 'sent' ? t('testSent') : ''}</output>
}
