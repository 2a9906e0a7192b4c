import type { JsonValue } from '@greenwave/contract/wire/attributes'
import { isDanger, mayBeSent } from '@greenwave/controller/checks/danger'
import { holdsMode } from '@greenwave/rollout/meantValues'
import { newRollout } from '@greenwave/rollout/newRollout'
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { chooseJunctions } from '../../../data/chosenJunctions.ts'
import { errorText } from '../../../data/errorText.ts'
import { createRolloutMutation, type KnownFacts } from '../../../data/queries/rollouts.ts'
import { ownRollouts } from '../../../data/rollouts/useOwnRollout.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { whoIsSignedIn } from '../../../data/session.ts'
import { dateText } from '../../../shared/dateText.ts'
import { findingKey } from '../../../shared/useFindingText.ts'
import { WhyField } from '../../../shared/WhyField.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import type { NewRolloutAddress } from '../model/newRolloutAddress.ts'
import { endingNow, type Meant, meantBy, type Preview } from '../model/previewAll.ts'
import { FindingTicks } from './FindingTicks.tsx'
import styles from './Rollouts.module.css'

interface SendCardProps {
  readonly address: NewRolloutAddress
  readonly meant: Meant
  readonly preview: Preview
  readonly facts: ReadonlyMap<string, KnownFacts>
  /** The junction that is copied. */
  readonly from: { readonly id: string; readonly name: string } | undefined
  readonly nameOf: (id: string) => string
  /** Returns when the plan changes next after a time, epoch milliseconds: it may wait until then. */
  readonly nextChangeMs?: ((nowMs: number) => number | undefined) | undefined
}

/** Shows the findings of the checks, the reason for the change, and the button that sends it. */
export function SendCard({ address, meant, preview, facts, from, nameOf, nextChangeMs }: SendCardProps) {
  const t = useTexts('settings', 'rollouts')
  const navigate = useNavigate()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState('')
  const [why, setWhy] = useState('')
  const [staysForEver, setStaysForEver] = useState(false)
  const [laterMs, setLaterMs] = useState(() => nextChangeMs?.(serverNowMs()))
  const [isLater, setIsLater] = useState(false)
  const [missedMs, setMissedMs] = useState<number>()
  const creating = useMutation(createRolloutMutation)
  const { changing, findings } = preview
  const count = changing.length
  const all = findings.map(({ finding }) => finding)
  const override = { asked: String(count), typed, why }
  const hasNoEnd = meant.until === null && changing.some(({ preview: { cells } }) => cells.some(isHeldMode))
  const mayBe =
    count > 0 && mayBeSent(all, (finding) => ticked.has(findingKey(finding)), override) && (!hasNoEnd || staysForEver)
  const send = () => {
    const nowMs = serverNowMs()
    const notBefore = isLater ? laterMs : undefined
    setMissedMs(undefined)
    if (notBefore !== undefined && notBefore <= nowMs) {
      setMissedMs(notBefore)
      setLaterMs(nextChangeMs?.(nowMs))
      return
    }
    const { groupSize, stopAfter } = address
    const { kind, values, title } = meant
    // A mode ends as long after it was sent as its user chose.
    const { until } = kind === 'mode' ? meantBy(address, undefined, nowMs) : meant
    const { junctions, untilMs = until } = endingNow(changing, facts, nowMs)
    const details = { kind, values, title, until: untilMs, notBefore, from, by: whoIsSignedIn(), why: why.trim() }
    creating.mutate(newRollout({ ...details, at: nowMs, groupSize, stopAfter }, junctions), {
      onSuccess: (rolloutId) => {
        ownRollouts.send(rolloutId)
        chooseJunctions([])
        void navigate({ to: '/rollouts/$rolloutId', params: { rolloutId }, replace: true })
      },
    })
  }
  return (
    <Card>
      <div className={styles.fields}>
        <FindingTicks
          findings={findings}
          nameOf={nameOf}
          ticked={ticked}
          onTick={setTicked}
          asked={override.asked}
          typed={typed}
          onType={setTyped}
          disabled={creating.isPending}
        />
        {hasNoEnd && (
          <Checkbox
            label={t('change.never')}
            checked={staysForEver}
            onChange={({ currentTarget: { checked } }) => setStaysForEver(checked)}
          />
        )}
        {laterMs !== undefined && (
          <NativeSelect
            label={t('when')}
            value={isLater ? 'later' : 'now'}
            data={[
              { value: 'now', label: t('whens.now') },
              { value: 'later', label: t('whens.later', { time: dateText(laterMs) }) },
            ]}
            disabled={creating.isPending}
            onChange={({ currentTarget: { value } }) => setIsLater(value === 'later')}
          />
        )}
        <WhyField why={why} isNeeded={all.some(isDanger)} disabled={creating.isPending} onChange={setWhy} />
        {missedMs !== undefined && <ErrorText>{t('whens.missed', { time: dateText(missedMs) })}</ErrorText>}
        {creating.isError && <ErrorText>{errorText(creating.error, t('createFailed'))}</ErrorText>}
        <div className={styles.send}>
          <p>{t('stagesInWords')}</p>
          <Button disabled={!mayBe} loading={creating.isPending} onClick={send}>
            {t('sendTo', { count })}
          </Button>
        </div>
      </div>
    </Card>
  )
}

const isHeldMode = ({ key, after }: { readonly key: string; readonly after: JsonValue }) => holdsMode({ [key]: after })
