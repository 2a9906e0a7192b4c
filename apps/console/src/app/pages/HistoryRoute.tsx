import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import { HistoryPage } from '../../features/history/HistoryPage.tsx'
import type { HistoryAddress } from '../../features/history/model/historyAddress.ts'

const FROM = '/shell/devices/$deviceId/history'

/** The past of the device in the address. */
export function HistoryRoute() {
  const { deviceId } = useParams({ from: FROM })
  const address = useSearch({ from: FROM })
  const navigate = useNavigate({ from: '/devices/$deviceId/history' })
  const onAddress = useCallback(
    (search: HistoryAddress) => void navigate({ search, replace: true, resetScroll: false }),
    [navigate],
  )
  return <HistoryPage key={deviceId} deviceId={deviceId} address={address} onAddress={onAddress} />
}
