import {
  LAMP_COLOURS,
  ofPhase,
  type PerPhase,
  type PhaseNumber,
  perPhase,
} from '@greenwave/controller/controllerLimits'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useDevice } from '../../../data/device/useDevice.ts'
import { errorText } from '../../../data/errorText.ts'
import { timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ErrorText } from '../../../ui/states/ErrorText.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { answerOf, litColour, openLamps, type ShownLamps, withAnswers, withShown } from '../model/lampWalk.ts'
import { PhaseHeads } from '../parts/PhaseHeads.tsx'
import styles from './Commissioning.module.css'
import { walkFacts } from './facts.ts'
import { type StepProps, StepTag } from './StepTag.tsx'

const NOTHING: PerPhase<ShownLamps> = perPhase(() => ({}))

/** Lamps that the console has shown, with the readings of the last second. */
interface Shown {
  readonly of: PerPhase<Parameters<typeof withShown>[1]> | null
  readonly shown: PerPhase<ShownLamps>
}

/** The walk through the lamps: whether the street shows what the console shows at the same second. */
export function LampStep(props: StepProps) {
  const t = useTexts('admin', 'commissioning')
  const { deviceId, record, onStep } = props
  const { readings, isLive, phases, nowMs } = useDevice(deviceId, walkFacts)
  const [{ of, shown }, setShown] = useState<Shown>({ of: null, shown: NOTHING })
  if (isLive && of !== readings) {
    const next = perPhase((phase) => withShown(ofPhase(shown, phase), ofPhase(readings, phase), nowMs))
    setShown({ of: readings, shown: next })
  }
  const saving = useMutation({
    mutationFn: ({ phase, lamps, seen }: { phase: PhaseNumber; lamps: ShownLamps; seen: boolean }) =>
      onStep((now, { by }) => withAnswers(now, phase, lamps, { seen, by })),
  })
  const answered = { lamps: record?.lamps ?? {} }
  return (
    <Card title={t('lamps.title')} tags={<StepTag isDone={openLamps(answered, phases).length === 0} />}>
      <p className={styles.hint}>{t(isLive ? 'lamps.hint' : 'lamps.notLive')}</p>
      <PhaseHeads deviceId={deviceId} />
      <ul className={styles.walk} aria-label={t('lamps.list')}>
        {phases.map((phase) => (
          <PhaseQuestion
            key={phase}
            phase={phase}
            isLive={isLive}
            shown={ofPhase(shown, phase)}
            reading={ofPhase(readings, phase)}
            answers={answered}
            isSaving={saving.isPending}
            onAnswer={(lamps, seen) => saving.mutate({ phase, lamps, seen })}
          />
        ))}
      </ul>
      {saving.error && <ErrorText>{errorText(saving.error, t('saveFailed'))}</ErrorText>}
    </Card>
  )
}

interface PhaseQuestionProps {
  readonly phase: PhaseNumber
  readonly isLive: boolean
  readonly shown: ShownLamps
  readonly reading: Parameters<typeof withShown>[1]
  readonly answers: Parameters<typeof answerOf>[0]
  readonly isSaving: boolean
  readonly onAnswer: (lamps: ShownLamps, seen: boolean) => void
}

/** Lamps of a phase with their answers, and the question about the one that is lit now. */
function PhaseQuestion({ phase, isLive, shown, reading, answers, isSaving, onAnswer }: PhaseQuestionProps) {
  const t = useTexts('admin', 'commissioning')
  const device = useTexts('device')
  const lit = isLive ? litColour(reading) : null
  const open = LAMP_COLOURS.filter((colour) => answerOf(answers, phase, colour) === undefined)
  const lamp = lit && shown[lit]
  // Seen one after the other by the console, so that one answer can be about all.
  const isAllShown = isLive && LAMP_COLOURS.every((colour) => shown[colour])
  const question = lit && t('lamps.question', { phase, colour: device(`signals.${lit}`).toLowerCase() })
  return (
    <li>
      <p className={styles.question}>
        {open.length === 0 ? t('lamps.phaseDone', { phase }) : (question ?? t('lamps.noQuestion', { phase }))}
      </p>
      <div className={styles.marks}>
        {LAMP_COLOURS.map((colour) => {
          const answer = answerOf(answers, phase, colour)
          return (
            <StatusTag key={colour} tone={answer ? (answer.seen ? 'ok' : 'bad') : 'mute'} withShape>
              {device(`signals.${colour}`)}
              {': '}
              {answer ? t(answer.seen ? 'lamps.seen' : 'lamps.notSeen', { time: timeText(answer.at) }) : t('open')}
            </StatusTag>
          )
        })}
      </div>
      <div className={styles.actions}>
        {lit && lamp && open.includes(lit) && (
          <>
            <Button disabled={isSaving} onClick={() => onAnswer({ [lit]: lamp }, true)}>
              {t('lamps.yes', { phase })}
            </Button>
            <Button variant="default" disabled={isSaving} onClick={() => onAnswer({ [lit]: lamp }, false)}>
              {t('lamps.no', { phase })}
            </Button>
          </>
        )}
        {isAllShown && open.length > 1 && (
          <Button variant="light" disabled={isSaving} onClick={() => onAnswer(shown, true)}>
            {t('lamps.all', { phase })}
          </Button>
        )}
        {open.length === 0 && lit && lamp && (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={isSaving}
            onClick={() => onAnswer({ [lit]: lamp }, false)}
          >
            {t('lamps.correct', { phase, colour: device(`signals.${lit}`).toLowerCase() })}
          </Button>
        )}
      </div>
    </li>
  )
}
