import { parseNotifyRules } from '@greenwave/contract/records/notify'
import type { AlarmInfo } from '@greenwave/contract/wire/alarms'
import { timeZone } from '@greenwave/controller/timeZone'
import { useQuery } from '@tanstack/react-query'
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { codeOf, junctionOf, subjectOf } from '../../data/alarmWords.ts'
import { BrowserNotices } from '../../data/browserNotices.ts'
import { showNotice } from '../../data/noticePermission.ts'
import { fetchNewestActive } from '../../data/queries/alarms.ts'
import { mutedAmong } from '../../data/queries/mutes.ts'
import { userQuery } from '../../data/queries/users.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { oneForAllTabs } from '../../data/tabLock.ts'
import { useWatch } from '../../data/useWatch.ts'
import { useHealthWords } from '../../shared/useHealthWords.ts'
import { useTexts } from '../../texts/useTexts.ts'

/** Names that a notice about several incidents lists. */
const LISTED = 4

/**
 * Shows notices of the browser about new incidents, by the user's rules. Mounted once, in the shell, where the browser
 * may show notices.
 */
export function NoticeFollower({ userId }: { readonly userId: string }) {
  const t = useTexts('admin', 'notify')
  const router = useRouter()
  const user = useQuery(userQuery(userId))
  const rules = parseNotifyRules(user.data?.additionalInfo, timeZone().name)
  const watch = useWatch()
  const revision = watch.kind === 'watched' ? watch.revision : undefined

  const words = useHealthWords()
  const nameOf = (alarm: AlarmInfo): string => {
    const code = codeOf(alarm)
    return code ? words.name({ code }) : alarm.type
  }
  const show = useEffectEvent((alarms: readonly AlarmInfo[]) => {
    const heads = alarms.map((alarm) =>
      t('notice', { name: nameOf(alarm), junction: junctionOf(alarm) || alarm.originator.id }),
    )
    const [only, ...others] = alarms
    if (!only) return
    const isOne = others.length === 0
    const title = isOne ? (heads[0] ?? '') : t('notices', { count: alarms.length })
    const body = isOne ? '' : heads.slice(0, LISTED).join('\n')
    const notice = showNotice(title, { body, tag: isOne ? `gw-${only.id.id}` : 'gw-several' })
    notice?.addEventListener('click', () => {
      window.focus()
      notice.close()
      void goTo(router, isOne ? only : undefined)
    })
  })
  const [notices] = useState(
    () =>
      new BrowserNotices({
        ...{ readActive: fetchNewestActive, readMuted: mutedAmong, storage: localStorage, nowMs: serverNowMs },
        oneForAllTabs: (task) => oneForAllTabs(task, 'greenwave.notices'),
      }),
  )
  const isWanted = rules?.browser === true
  const look = useEffectEvent((_revision: number) => {
    if (rules) notices.touch({ rules, show: (alarms) => show(alarms) })
  })
  useEffect(() => {
    if (isWanted && revision !== undefined) look(revision)
  }, [isWanted, revision])
  useEffect(() => () => notices.stop(), [notices])
  return null
}

function goTo(router: RegisteredRouter, alarm: AlarmInfo | undefined): Promise<void> {
  const subject = alarm && subjectOf(alarm)
  if (!subject) return router.navigate({ to: '/now' })
  const { id } = alarm.originator
  if (subject === 'corridor') return router.navigate({ to: '/corridors/$corridorId', params: { corridorId: id } })
  return router.navigate({ to: '/devices/$deviceId', params: { deviceId: id } })
}
