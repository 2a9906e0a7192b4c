import { serverNowMs } from '../../../data/serverTime.ts'
import { useLiveLost } from '../../../data/useLive.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { StatusTag } from '../../../ui/states/StatusTag.tsx'
import { useDeviceHealth } from '../model/useDeviceHealth.ts'

/** Shows a mode other than automatic, and that the junction is not monitored or not checked yet. */
export function HealthTags({ deviceId }: { deviceId: string }) {
  const t = useTexts('common', 'health')
  const words = useHealthWords()
  const { health, mode } = useDeviceHealth(deviceId)
  const lost = useLiveLost()
  const isUnjudged = health !== null && health.level === 0 && health.code !== 'ok'
  return (
    <>
      {mode !== null && (
        <StatusTag tone={lost ? 'mute' : 'info'} withShape={false}>
          <HealthMark mark="hold" old={lost} />
          {words.mode(mode)}
        </StatusTag>
      )}
      {isUnjudged && (
        <StatusTag tone="mute" {...(health.code === 'not-watched' && { title: t('notWatchedHint') })}>
          <HealthMark mark={health.mark} />
          {[words.name(health), words.time(health, serverNowMs())].filter(Boolean).join(' ')}
        </StatusTag>
      )}
    </>
  )
}
