"""Every request of each direction: as a type, and by method code."""

from typing import Annotated, Literal

from pydantic import Field

from . import (
    bank_transfer_ghs,
    bank_transfer_inr,
    bank_transfer_jpy,
    bank_transfer_ngn,
    bank_transfer_zar,
    credit_card,
    eft_zar,
    mobile_money_ghs,
    mobile_money_xaf,
    mobile_money_xof,
    qr_bank,
    upi,
    wallet_bd_a,
    wallet_bd_b,
    wallet_eg,
    wallet_np_a,
    wallet_np_b,
)
from ._base import RequestModel

Direction = Literal["pay_in", "payout"]
Availability = Literal["supported", "not_supported", "not_supported_yet", "not_listed"]

PayInRequest = Annotated[
    credit_card.CreditCardPayInRequest
    | eft_zar.EftZarPayInRequest
    | qr_bank.QrBankPayInRequest
    | upi.UpiPayInRequest
    | wallet_bd_a.WalletBdAPayInRequest
    | wallet_bd_b.WalletBdBPayInRequest
    | wallet_eg.WalletEgPayInRequest
    | wallet_np_a.WalletNpAPayInRequest
    | wallet_np_b.WalletNpBPayInRequest,
    Field(discriminator="method_code"),
]
"""Any request of the direction pay_in; `method_code` tells which."""

PayoutRequest = Annotated[
    bank_transfer_ghs.BankTransferGhsPayoutRequest
    | bank_transfer_inr.BankTransferInrPayoutRequest
    | bank_transfer_jpy.BankTransferJpyPayoutRequest
    | bank_transfer_ngn.BankTransferNgnPayoutRequest
    | bank_transfer_zar.BankTransferZarPayoutRequest
    | credit_card.CreditCardPayoutRequest
    | mobile_money_ghs.MobileMoneyGhsPayoutRequest
    | mobile_money_xaf.MobileMoneyXafPayoutRequest
    | mobile_money_xof.MobileMoneyXofPayoutRequest
    | upi.UpiPayoutRequest
    | wallet_bd_a.WalletBdAPayoutRequest
    | wallet_bd_b.WalletBdBPayoutRequest
    | wallet_eg.WalletEgPayoutRequest
    | wallet_np_a.WalletNpAPayoutRequest
    | wallet_np_b.WalletNpBPayoutRequest,
    Field(discriminator="method_code"),
]
"""Any request of the direction payout; `method_code` tells which."""

METHOD_MEMBER = "method_code"
"""The member of a request that holds the method code."""

REQUESTS: dict[Direction, dict[str, type[RequestModel]]] = {
    "pay_in": {
        "CREDIT_CARD": credit_card.CreditCardPayInRequest,
        "EFT_ZAR": eft_zar.EftZarPayInRequest,
        "QR_BANK": qr_bank.QrBankPayInRequest,
        "UPI": upi.UpiPayInRequest,
        "WALLET_BD_A": wallet_bd_a.WalletBdAPayInRequest,
        "WALLET_BD_B": wallet_bd_b.WalletBdBPayInRequest,
        "WALLET_EG": wallet_eg.WalletEgPayInRequest,
        "WALLET_NP_A": wallet_np_a.WalletNpAPayInRequest,
        "WALLET_NP_B": wallet_np_b.WalletNpBPayInRequest,
    },
    "payout": {
        "BANK_TRANSFER_GHS": bank_transfer_ghs.BankTransferGhsPayoutRequest,
        "BANK_TRANSFER_INR": bank_transfer_inr.BankTransferInrPayoutRequest,
        "BANK_TRANSFER_JPY": bank_transfer_jpy.BankTransferJpyPayoutRequest,
        "BANK_TRANSFER_NGN": bank_transfer_ngn.BankTransferNgnPayoutRequest,
        "BANK_TRANSFER_ZAR": bank_transfer_zar.BankTransferZarPayoutRequest,
        "CREDIT_CARD": credit_card.CreditCardPayoutRequest,
        "MOBILE_MONEY_GHS": mobile_money_ghs.MobileMoneyGhsPayoutRequest,
        "MOBILE_MONEY_XAF": mobile_money_xaf.MobileMoneyXafPayoutRequest,
        "MOBILE_MONEY_XOF": mobile_money_xof.MobileMoneyXofPayoutRequest,
        "UPI": upi.UpiPayoutRequest,
        "WALLET_BD_A": wallet_bd_a.WalletBdAPayoutRequest,
        "WALLET_BD_B": wallet_bd_b.WalletBdBPayoutRequest,
        "WALLET_EG": wallet_eg.WalletEgPayoutRequest,
        "WALLET_NP_A": wallet_np_a.WalletNpAPayoutRequest,
        "WALLET_NP_B": wallet_np_b.WalletNpBPayoutRequest,
    },
}
"""The model of each method in each direction that it supports."""

AVAILABILITY: dict[str, dict[Direction, Availability]] = {
    "BANK_TRANSFER_GHS": {"pay_in": "not_listed", "payout": "supported"},
    "BANK_TRANSFER_INR": {"pay_in": "not_supported_yet", "payout": "supported"},
    "BANK_TRANSFER_JPY": {"pay_in": "not_listed", "payout": "supported"},
    "BANK_TRANSFER_NGN": {"pay_in": "not_listed", "payout": "supported"},
    "BANK_TRANSFER_ZAR": {"pay_in": "not_listed", "payout": "supported"},
    "CREDIT_CARD": {"pay_in": "supported", "payout": "supported"},
    "EFT_ZAR": {"pay_in": "supported", "payout": "not_listed"},
    "MOBILE_MONEY_GHS": {"pay_in": "not_listed", "payout": "supported"},
    "MOBILE_MONEY_XAF": {"pay_in": "not_listed", "payout": "supported"},
    "MOBILE_MONEY_XOF": {"pay_in": "not_listed", "payout": "supported"},
    "QR_BANK": {"pay_in": "supported", "payout": "not_supported"},
    "UPI": {"pay_in": "supported", "payout": "supported"},
    "WALLET_BD_A": {"pay_in": "supported", "payout": "supported"},
    "WALLET_BD_B": {"pay_in": "supported", "payout": "supported"},
    "WALLET_EG": {"pay_in": "supported", "payout": "supported"},
    "WALLET_NP_A": {"pay_in": "supported", "payout": "supported"},
    "WALLET_NP_B": {"pay_in": "supported", "payout": "supported"},
}
"""What each method says of each direction, in the specification's words."""
