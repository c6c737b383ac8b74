/** Notices of the browser about new notifications. They are an opt-in of each browser, as its permission is. */

import { deviceStorage } from './shared_computer.ts'

const KEY = 'workloom_browser_notices'

const listeners = new Set<() => void>()

const isSupported = (): boolean => 'Notification' in globalThis

export type BrowserNoticesState = 'on' | 'off' | 'blocked' | 'unsupported'

/** Whether this browser shows notices; `blocked` where the person forbade them in the browser. */
export function browserNotices(): BrowserNoticesState {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return deviceStorage().getItem(KEY) === 'on' && Notification.permission === 'granted' ? 'on' : 'off'
}

export function subscribeBrowserNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Switches notices on or off. Call it on a press: the browser then asks for permission. */
export async function setBrowserNotices(isOn: boolean): Promise<void> {
  if (isOn && isSupported() && Notification.permission === 'default') await Notification.requestPermission()
  if (isOn) deviceStorage().setItem(KEY, 'on')
  else deviceStorage().removeItem(KEY)
  for (const listener of listeners) listener()
}

interface BrowserNotice {
  /** Notices with the same tag replace each other, also those of other tabs. */
  readonly tag: string
  readonly title: string
  readonly text: string
  open(): void
}

/** Shows a notice, unless the person looks at the app. */
export function showBrowserNotice({ tag, title, text, open }: BrowserNotice): void {
  if (browserNotices() !== 'on' || (!document.hidden && document.hasFocus())) return
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const notice = new Notification(title, { body: text, tag, ...(icon && { icon: icon.href }) })
  notice.onclick = () => {
    window.focus()
    notice.close()
    open()
  }
}
