import { QRCodeSVG } from 'qrcode.react';

const SIZE_PX = 192;

/**
 * Rendered locally, because the content must not be sent to third parties. Always dark on white, otherwise
 * cameras cannot read it.
 */
export default function QrCode({ text, label }: { text: string; label: string }) {
  return (
    <QRCodeSVG
      value={text}
      size={SIZE_PX}
      marginSize={2}
      level="M"
      bgColor="#ffffff"
      fgColor="#000000"
      role="img"
      aria-label={label}
    />
  );
}
