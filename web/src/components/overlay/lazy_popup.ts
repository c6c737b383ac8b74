/** `Popup`, loaded after the screen. */
import { lazily } from '../lazily.tsx'
import type { PopupProps } from './open_popup.tsx'

export const LazyPopup = lazily<PopupProps>(async () => (await import('./open_popup.tsx')).Popup)
