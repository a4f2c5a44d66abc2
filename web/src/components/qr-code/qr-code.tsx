import { QRCodeSVG } from 'qrcode.react';

const SIZE_PX = 192;

/** Drawn here: what is in it must not go to anybody else. Always dark on white, or cameras fail on it. */
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
